"""Sealing: what a player keeps secret, promised by a hash now so that it can be proved later.

A promise is the SHA-256 of the text ``vassal-bridge seal 1:NONCE:LABEL:TEXT`` in UTF-8. The hash
goes into the open; label, text and nonce stay in the owner's vault, a folder beside journals and
ledgers. Whoever is given all three can compute the hash with any tool.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.errors import RuleError, Where
from vassal_bridge.game.dice import draw_secret, unbiased
from vassal_bridge.game.userdata import user_folder

SCHEME = "vassal-bridge seal 1"
_HASH = re.compile(r"[0-9a-f]{64}")
_KEY_FILE = "key.txt"
PRIVATE = 0o700
"""The mode of a vault's folder: its owner's alone; where a system has modes."""


def commitment(label: str, text: str, nonce: str) -> str:
    """Return the hash that promises a text under a label, as 64 hexadecimal digits.

    >>> commitment("beach", "Agno", "00")[:8]
    'c0cffb3e'
    """
    return hashlib.sha256(f"{SCHEME}:{nonce}:{label}:{text}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret: what it is about, what it says, and the nonce that keeps it from being guessed."""

    label: str
    text: str
    nonce: str

    @property
    def hash(self) -> str:
        """The promise that goes into the open."""
        return commitment(self.label, self.text, self.nonce)

    def check(self, promised: str) -> None:
        """Raise RuleError unless this is what was promised."""
        if self.hash != promised:
            raise RuleError(
                f"{self.label}: expected what was promised as {promised[:12]}, found another text"
            )


class Vault:
    """One player's secrets on a disk: a file for each, named by its hash, and a key for nonces.

    The key is drawn once from the operating system's chance. All else follows from it, from what
    is sealed and from the context, so that a game that is played again makes the same promises;
    a context must differ from game to game, or a text that comes twice could be recognised. A key
    that is given is used instead, and not kept.
    """

    def __init__(self, folder: Path, key: str = "") -> None:
        self.folder = folder
        self._given = key

    def seal(self, label: str, text: str, context: str) -> Sealed:
        """Return a secret that is kept from now on; raises RuleError where it cannot be."""
        sealed = Sealed(label, text, self._digest("nonce", context, label, text).hex()[:32])
        self._write(f"{sealed.hash}.json", _format(sealed))
        return sealed

    def find(self, promised: str) -> Sealed | None:
        """Return the secret behind a promise, None for one that was not made here.

        Raises RuleError for a file that is damaged or says something else than was promised.
        """
        file = self.folder / f"{promised}.json"
        if not _HASH.fullmatch(promised) or not file.is_file():
            return None
        sealed = _parse(file)
        sealed.check(promised)
        return sealed

    def number(self, label: str, sides: int, context: str) -> int:
        """Return a number from 1 to `sides` that nobody else knows, the same when asked again."""
        parts = ("number", context, label, str(sides))
        return unbiased(lambda attempt: self._digest(*parts, str(attempt)), sides)

    def __iter__(self) -> Iterator[Sealed]:
        """Yield every secret kept, in order of the hashes."""
        for file in sorted(self.folder.glob("*.json")):
            if _HASH.fullmatch(file.stem):
                yield _parse(file)

    def _digest(self, *parts: str) -> bytes:
        message = "\0".join(parts).encode()
        return hmac.new(self._key(), message, hashlib.sha256).digest()

    def _key(self) -> bytes:
        if self._given:
            return self._given.encode()
        file = self.folder / _KEY_FILE
        if not file.is_file():
            self._write(_KEY_FILE, draw_secret().hex() + "\n")
        return file.read_text(encoding="ascii").strip().encode()

    def _write(self, name: str, text: str) -> None:
        try:
            self.folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            handle, part = tempfile.mkstemp(suffix=".part", dir=self.folder)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(part).replace(self.folder / name)
        except OSError as error:
            raise RuleError(
                f"the secret cannot be kept: {error}", where=Where(str(self.folder))
            ) from None


_ELSEWHERE: ContextVar[Vault | None] = ContextVar("a vault elsewhere", default=None)


def vault_of(game: str) -> Vault:
    """Return the secrets of the player at this computer in one game."""
    return _ELSEWHERE.get() or Vault(user_folder() / game / "secrets")


@contextmanager
def apart(key: str) -> Iterator[None]:
    """Keep secrets in a vault that is thrown away afterwards, as games do that nobody plays.

    All that is drawn in secret follows from the key.
    """
    with tempfile.TemporaryDirectory() as folder:
        token = _ELSEWHERE.set(Vault(Path(folder), key))
        try:
            yield
        finally:
            _ELSEWHERE.reset(token)


def _format(sealed: Sealed) -> str:
    found = {"label": sealed.label, "text": sealed.text, "nonce": sealed.nonce}
    return json.dumps(found, indent=1) + "\n"


def _parse(file: Path) -> Sealed:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return Sealed(str(found["label"]), str(found["text"]), str(found["nonce"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RuleError(f"expected a sealed secret: {error}", where=Where(str(file))) from None
