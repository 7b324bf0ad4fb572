"""What can go wrong, where it went wrong, and the exit code that says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

EXIT_DONE = 0
EXIT_NO = 1
EXIT_USAGE = 2
EXIT_UNREADABLE = 3
EXIT_UNPROVED = 70


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a VASSAL file, from the file down to one token; empty parts are left out.

    >>> str(Where(file="turn3.vsav", entry="savedGame", command=214, kind="AddPiece"))
    'turn3.vsav!savedGame: command 214 (AddPiece)'
    """

    file: str = ""
    entry: str = ""
    command: int | None = None
    kind: str = ""
    piece: str = ""
    trait: int | None = None
    trait_id: str = ""
    token: int | None = None

    def inside(self, outer: Where) -> Where:
        """Return this place with every part that it lacks taken from an outer place."""
        return Where(
            file=self.file or outer.file,
            entry=self.entry or outer.entry,
            command=outer.command if self.command is None else self.command,
            kind=self.kind or outer.kind,
            piece=self.piece or outer.piece,
            trait=outer.trait if self.trait is None else self.trait,
            trait_id=self.trait_id or outer.trait_id,
            token=outer.token if self.token is None else self.token,
        )

    def __str__(self) -> str:
        head = "!".join(part for part in (self.file, self.entry) if part)
        steps: list[str] = []
        if self.command is not None:
            what = " ".join(part for part in (self.kind, self.piece) if part)
            steps.append(f"command {self.command}" + (f" ({what})" if what else ""))
        elif self.piece:
            steps.append(f"piece {self.piece}")
        if self.trait is not None:
            steps.append(f"trait {self.trait}" + (f" {self.trait_id}" if self.trait_id else ""))
        if self.token is not None:
            steps.append(f"token {self.token}")
        tail = " ".join(steps)
        return f"{head}: {tail}" if head and tail else head or tail


NOWHERE = Where()


class BridgeError(Exception):
    """An error that a user can act on: one sentence, a place and an exit code."""

    exit_code = EXIT_UNREADABLE

    def __init__(self, message: str, *, where: Where = NOWHERE) -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.message, self.where)

    def add(self, outer: Where) -> BridgeError:
        """Fill the parts of the place that an inner floor could not know; return the error."""
        self.where = self.where.inside(outer)
        return self

    def __str__(self) -> str:
        place = str(self.where)
        return f"{place}: {self.message}" if place else self.message


def _again(kind: type[BridgeError], message: str, where: Where) -> BridgeError:
    """Make an error anew in another process."""
    return kind(message, where=where)


class FormatError(BridgeError):
    """A file is not what it should be: damaged, encrypted, too large or not VASSAL's."""


class UnencodableError(BridgeError):
    """A value cannot be written so that VASSAL reads the same value back."""


class BindingError(BridgeError):
    """A save or module cannot be matched with a game: a piece, a hex or a module is unknown."""


class RuleError(BridgeError):
    """A game's rules say no."""

    exit_code = EXIT_NO


class IllegalChange(RuleError):  # noqa: N818 - named as a player would say it
    """A change that the rules do not allow now; the message names the rule."""


class AmbiguousName(RuleError):  # noqa: N818 - named as a player would say it
    """A name that fits several units, hexes or pieces; the message lists them."""


class MissingCell(RuleError):  # noqa: N818 - named as a player would say it
    """A table cell that the chosen edition does not know; the message says how to fill it in."""

    exit_code = EXIT_UNREADABLE


class UnusableAnswer(RuleError):  # noqa: N818 - named as a player would say it
    """An answer given to a decision is not one of those that the rules allow."""

    exit_code = EXIT_USAGE


class VerifyError(BridgeError):
    """Our own proof failed: the output differs from the input where no change says so.

    `evidence` is the output that was refused, where there is one.
    """

    exit_code = EXIT_UNPROVED
    evidence: bytes = b""


class OutputExists(BridgeError):  # noqa: N818 - named as a player would say it
    """The output file exists and nobody said that it may be replaced."""

    exit_code = EXIT_USAGE


class FileBusy(BridgeError):  # noqa: N818 - named as a player would say it
    """Another program, most often VASSAL, holds the file and did not let go of it in time."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file that did not stop us from reading it; nothing was lost."""

    message: str
    where: Where = NOWHERE

    def inside(self, outer: Where) -> Problem:
        """Return the problem with its place completed by an outer place."""
        return replace(self, where=self.where.inside(outer))

    def __str__(self) -> str:
        place = str(self.where)
        return f"{place}: {self.message}" if place else self.message
