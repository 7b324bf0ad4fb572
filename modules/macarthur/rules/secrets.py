"""Secrets: what one side keeps from the other; the save holds promises, the owner's vault the text.

A promise stands in the "seals" track under its label and is told in the chat when it is made.
Nothing else of a secret enters the save before the rules, or the owner, disclose it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import ledger
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Change, Tell
from vassal_bridge.game.sealing import Vault, vault_of
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

GAME_NUMBER: Final = "game"
"""The note that tells one game from another, so that its promises are like no other's."""
SEALS: Final = "seals"
_BETWEEN: Final = "; "


def vault() -> Vault:
    """Return the secrets of the player at this computer."""
    return vault_of("macarthur")


def promises(state: State) -> dict[str, str]:
    """Return the hash of every secret of the game by its label."""
    text = str(state.tracks[SEALS])
    found: dict[str, str] = {}
    for part in text.split(_BETWEEN) if text else ():
        label, equals, promised = part.rpartition("=")
        if not equals:
            raise RuleError(f"expected LABEL=HASH among the promises, found {part!r}")
        found[label] = promised
    return found


def known(state: State, label: str) -> str | None:
    """Return what a secret says, None where it is another player's or there is none."""
    promised = promises(state).get(label)
    sealed = vault().find(promised) if promised else None
    return None if sealed is None else sealed.text


def must_know(state: State, label: str) -> str:
    """Return what a secret says; raises RuleError where it was not sealed by this player."""
    text = known(state, label)
    if text is None:
        what = "sealed by another player" if label in promises(state) else "not sealed yet"
        raise RuleError(f"the {label}: this is {what}")
    return text


def latest(state: State, topic: str) -> str | None:
    """Return the newest label about a topic such as "submarines": "submarines of turn 4"."""
    labels = [label for label in promises(state) if label.startswith(f"{topic} of turn ")]
    return max(labels, key=lambda label: int(label.rpartition(" ")[2]), default=None)


def begin(state: State) -> Steps[None]:
    """Give the game its number, unless it has one: no promise is like one of another game."""
    if not ledger.entry(state, "notes", GAME_NUMBER):
        rolled = yield from roll("2d10000", "the number of this game, for its secrets")
        number = (rolled.faces[0] - 1) * 10000 + rolled.faces[1]
        yield ledger.write(state, "notes", GAME_NUMBER, number, "the number of this game")


def keep(state: State, label: str, text: str, why: str) -> Steps[None]:
    """Seal a secret: its promise goes into the save and the chat, the text into the vault."""
    yield from begin(state)
    yield from keep_all(state, {label: text}, label, why)


def keep_all(state: State, texts: dict[str, str], topic: str, why: str) -> Steps[None]:
    """Seal several secrets at once and tell their promises in one line.

    Of more than one it tells the SHA-256 of all their hashes in a row, in the order of the labels
    as given; each stands in the save.
    """
    context, safe = _context(state), vault()
    made = {label: safe.seal(label, text, context).hash for label, text in texts.items()}
    yield _write(state, {**promises(state), **made}, why)
    hashes = "".join(made.values())
    told = hashes if len(made) == 1 else hashlib.sha256(hashes.encode()).hexdigest()
    number = "" if len(made) == 1 else f" ({len(made)} promises together)"
    yield Tell(f"Sealed, {topic}{number}: SHA-256 {told} {why}")


def draw(state: State, label: str, sides: int, why: str) -> Steps[None]:
    """Draw a number from 1 to `sides` that only the owner knows and nobody can have chosen.

    The owner seals a number of his own, then a die is rolled in the open: the result is their
    sum, less `sides` where it is more. `drawn` gives it to the owner.
    """
    yield from begin(state)
    own = own_number(state, label, sides)
    yield from keep(state, label, str(own), why)
    rolled = yield from roll(f"1d{sides}", f"{why} added to the sealed number: {label}")
    yield ledger.write(state, "notes", f"rolled {label}", rolled.total, why)


def drawn(state: State, label: str, sides: int) -> int | None:
    """Return what was drawn under a label, None for whoever cannot know it."""
    own, public = known(state, label), ledger.entry(state, "notes", f"rolled {label}")
    if own is None or not public:
        return None
    return (int(own) + public - 1) % sides + 1


def own_number(state: State, label: str, sides: int) -> int:
    """Return a number from 1 to `sides` of the owner's own chance, once the game has begun."""
    return vault().number(label, sides, _context(state))


def disclose(state: State, label: str) -> Steps[None]:
    """Tell what was sealed, with the nonce that proves it; the promise stays in the save.

    Raises RuleError where it was not sealed by this player.
    """
    promised = promises(state).get(label, "")
    sealed = vault().find(promised)
    if sealed is None:
        must_know(state, label)
        raise RuleError(f"the {label}: this is not sealed yet")
    yield Tell(f"Disclosed, {label}: {sealed.text} (nonce {sealed.nonce}, SHA-256 {promised})")


def _write(state: State, found: dict[str, str], why: str) -> Change:
    text = _BETWEEN.join(f"{label}={found[label]}" for label in sorted(found))
    return Advance(SEALS, str(state.tracks[SEALS]), text, why)


def _context(state: State) -> str:
    return str(ledger.entry(state, "notes", GAME_NUMBER))
