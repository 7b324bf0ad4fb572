"""The chain of a game's answers in a watched folder: which save follows which, and its positions.

A save names the answer that it follows by a property; where its module keeps none, it follows
the last answer. The positions are kept beside the journals, so that the player may do with his
files what he likes and every answer can still be played again, or gone back to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vassal_bridge.errors import BindingError, FormatError, Where
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.userdata import user_folder
from vassal_bridge.sidecar.journal import journal_path, read_journal
from vassal_bridge.sidecar.ledger import Status, key_of, ledger_path, read_records

UNDONE, REFUSED = "undone", "refused"
STANDING = frozenset({UNDONE, REFUSED})
"""The kinds of answers after which the game stands where another answer has left it."""
LOG_SUFFIX = ".vlog"


@dataclass(frozen=True, slots=True)
class Link:
    """One answer: its number in the chain, the save, the new save, and its journal.

    `digest` and `output` are those of the two files.
    """

    number: int
    name: str
    digest: str
    output: str
    output_name: str
    document: Mapping[str, Any]

    @property
    def answer(self) -> str:
        """The name that the answer goes by in a save."""
        return answer_name(self.digest)

    @property
    def journal(self) -> Mapping[str, Any]:
        """What the companion wrote of the answer."""
        found: Mapping[str, Any] = self.document["journal"]
        return found

    @property
    def kind(self) -> str:
        """What the answer is, such as "played" or "unlawful"."""
        return str(self.journal["kind"])

    @property
    def follows(self) -> str:
        """The name of the answer before, empty for the first of a game."""
        return str(self.journal.get("follows", ""))


def answer_name(digest: str) -> str:
    """Return the name that the answer to a save goes by: the first letters of its digest."""
    return digest[:12]


class Chain:
    """The answers in one folder, in order, and the positions that are kept of them."""

    def __init__(self, folder: Path, *, home: Path | None = None) -> None:
        """Read the chain. Raises FormatError for a damaged journal, OSError."""
        self.key = key_of(folder)
        self.home = user_folder() if home is None else home
        self.links = _links(self.key, self.home)

    def link(self, answer: str) -> Link | None:
        """Return an answer by its name; None where it is not in this folder's chain."""
        return next((link for link in self.links if link.answer == answer), None)

    def numbered(self, number: int) -> Link:
        """Return an answer by its number. Raises BindingError, which tells the numbers."""
        for link in self.links:
            if link.number == number:
                return link
        there = f"1 to {len(self.links)}" if self.links else "none yet"
        raise BindingError(f"expected the number of an answer ({there}), found {number}")

    def followed(self, named: str | None, game: str) -> Link | None:
        """Return the answer that a save of a game follows; None for the first of a game.

        `named` is what the save's property says, None where it has no such property. An answer
        that went back to an earlier position stands for that of the earlier position.

        Raises:
            BindingError: the save names an answer that this folder has not given.
        """
        if named is None:
            own = [link for link in self.links if link.journal.get("game") == game]
            return self.stands_for(own[-1]) if own else None
        if not named:
            return None
        link = self.link(named)
        if link is None:
            raise BindingError(
                f"the save follows an answer ({named}) that was not given in this folder: move it"
                " to the folder where it was given, or ask `accept` to begin anew here"
            )
        return self.stands_for(link)

    def stands_for(self, link: Link | None) -> Link | None:
        """Return the answer where the game stands after one: itself, or that gone back to."""
        while link is not None and link.kind in STANDING:
            link = self.link(str(link.journal["stands_for"]))
        return link

    def before(self, link: Link) -> Link | None:
        """Return the answer that one follows; None for the first of a game."""
        return self.stands_for(self.link(link.follows)) if link.follows else None

    def position(self, digest: str, name: str) -> Save:
        """Return a position that was kept, under a name. Raises FormatError where it is gone."""
        path = position_path(self.key, digest, home=self.home)
        if not path.is_file():
            raise FormatError("the position is kept no more", where=Where(name))
        return Save.from_bytes(path.read_bytes(), name=name)

    def after(self, link: Link) -> Save:
        """Return the position that an answer gave. Raises FormatError where it is gone."""
        return self.position(link.output, link.output_name)

    def asked(self, link: Link) -> Save:
        """Return the save, or log, that was answered. Raises FormatError where it is gone."""
        return self.position(link.digest, link.name)


def position_path(key: str, digest: str, *, home: Path) -> Path:
    """Return where a position of a folder's games is kept."""
    return journal_path(key, digest, home=home).parent / "positions" / f"{digest}.vsav"


def keep_position(key: str, digest: str, data: bytes, *, home: Path) -> None:
    """Keep a position. Raises FileBusy, OSError."""
    path = position_path(key, digest, home=home)
    if not path.is_file():
        atomic_write(path, data, force=True, private=True)


def log_of(save: Save) -> Log | None:
    """Return what was read from a log's file as the log; None for a save."""
    return Log(save) if save.name.lower().endswith(LOG_SUFFIX) else None


def at_its_end(save: Save, module: Module | None) -> Save:
    """Return a save as it is, and of a log the position at its end."""
    log = log_of(save)
    return save if log is None else log.cut(len(log.steps), module=module)


def _links(key: str, home: Path) -> Sequence[Link]:
    path = ledger_path(key, home)
    found: dict[str, Link] = {}
    for record in read_records(path.read_bytes() if path.exists() else b""):
        if record.status is not Status.DONE or record.digest in found:
            continue
        file = journal_path(key, record.digest, home=home)
        document = read_journal(file) if file.is_file() else {}
        if "kind" in document.get("journal", {}):
            found[record.digest] = Link(
                len(found) + 1, record.name, record.digest, record.output, record.output_name,
                document,
            )  # fmt: skip
    return tuple(found.values())
