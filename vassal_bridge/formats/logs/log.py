"""A log: the position in which it begins and the steps that a player walks through.

Behind the start state stands one token for each step, `LOG⇥` before the command and again
before each of its sub-commands (VASSAL.build.module.BasicLogger; format reference, section 10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from vassal_bridge.errors import FormatError, UnencodableError, Where
from vassal_bridge.formats.commands import ESC, LOG, Command, CommandList
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import Scene
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.surroundings import scene_of
from vassal_bridge.formats.tabletop import flat_maps
from vassal_bridge.formats.tokens import encode_safely, escape_safely
from vassal_bridge.formats.traitvalues import level_of
from vassal_bridge.formats.writing import atomic_write

_NEVER_LOGGED = ("Opaque", "BeginSave", "EndSave")
"""What VASSAL does not decode inside a log; without a sub-command it is no step."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its number, counted from 1 as VASSAL does, and its commands in order."""

    number: int
    commands: tuple[Command, ...]

    @property
    def texts(self) -> list[str]:
        """The commands' own texts, in the order in which VASSAL executes them."""
        return [command.own for command in self.commands]

    @property
    def effective(self) -> list[str]:
        """The texts of the commands that VASSAL reads: a log of a replayed log lacks the others."""
        idle = ("Null", *_NEVER_LOGGED)
        return [command.own for command in self.commands if command.kind not in idle]

    @property
    def raw(self) -> str:
        """The step as it is spelled in the log."""
        return _spelled(self.commands)

    def of(self, kind: str) -> list[Command]:
        """Return the commands of a kind, in order."""
        return [command for command in self.commands if command.kind == kind]


class Log:
    """A `.vlog`: a start position and steps. A `.vsav` is a log without steps.

    Tokens behind the start that are no step (VASSAL leaves them out) are kept in `idle`.
    """

    def __init__(self, save: Save) -> None:
        self.save = save
        self.problems = save.problems
        self._begins = count = len(save.start_texts())
        self.steps: tuple[Step, ...] = ()
        self.idle: list[str] = []
        found: list[Step] = []
        for commands in _tokens(save.commands[count:]):
            if _is_step(commands):
                found.append(Step(len(found) + 1, commands))
            else:
                self.idle.append(_spelled(commands))
        self.steps = tuple(found)

    @property
    def name(self) -> str:
        """The name of the file that the log was read from."""
        return self.save.name

    @cached_property
    def start_text(self) -> str:
        """The text of the position in which the log begins."""
        commands = self.save.commands
        whole = self._begins == len(commands)
        return commands.text if whole else _spelled(commands[: self._begins])

    @cached_property
    def start(self) -> Save:
        """The position in which the log begins, as a save of its own; not to be changed."""
        return self.save.with_text(self.start_text)

    def position(self, module: Module | None = None) -> Position:
        """Return a position of its own at the start; chat is collected, not written."""
        start = self.save.with_text(self.start_text)
        return Position(start, keeps_chat=False, flat_maps=flat_maps(module))

    def replay(self, to: int | None = None, *, module: Module | None = None) -> Position:
        """Return the position after a step (None: the last; 0: the start).

        Raises:
            FormatError: the log has no step of that number.
        """
        wanted = len(self.steps) if to is None else to
        self.check(wanted)
        position = self.position(module)
        for step in self.steps[:wanted]:
            for command in step.commands:
                position.execute(command)
        position.settle()
        if wanted:
            follow_layers(position, scene_of(position, module))
        return position

    def check(self, step: int) -> None:
        """Raise FormatError where the log has no step of a number; 0 is the start."""
        if step and not self.steps:
            raise FormatError(
                f"expected a log, found one without steps, or a save; so there is no step {step}",
                where=Where(self.name),
            )
        if not 0 <= step <= len(self.steps):
            raise FormatError(
                f"expected a step from 0 to {len(self.steps)}, found {step}",
                where=Where(self.name),
            )

    def cut(self, step: int, *, module: Module | None = None) -> Save:
        """Return a save of the position after a step, without steps. Raises as `replay` does."""
        return self.replay(step, module=module).save

    def from_step(self, step: int, *, module: Module | None = None) -> Log:
        """Return a log that begins after a step and holds the later ones."""
        begun = self.cut(step, module=module)
        rest = [later.raw for later in self.steps[step:]]
        return Log(begun.with_text(ESC.join([begun.text, *rest])))

    def part(self, first: int = 1, last: int | None = None, *, module: Module | None = None) -> Log:
        """Return a log of the steps from one to another, begun with the position before them.

        Raises:
            FormatError: the log has no such steps, or the last comes before the first.
        """
        end = len(self.steps) if last is None else last
        self.check(first - 1)
        self.check(end)
        if end < first - 1:
            raise FormatError(
                f"expected a last step of {first} or more, found {end}", where=Where(self.name)
            )
        start = self.start_text if first == 1 else self.cut(first - 1, module=module).text
        kept = [step.raw for step in self.steps[first - 1 : end]]
        return Log(self.save.with_text(ESC.join([start, *kept])))

    def to_bytes(self) -> bytes:
        """Return the file's content."""
        return self.save.to_bytes()

    def write(self, path: Path | str, *, force: bool = False) -> None:
        """Write the log to a file, whole or not at all. Raises OutputExists, FileBusy."""
        atomic_write(Path(path), self.to_bytes(), force=force)


def open_log(path: Path | str) -> Log:
    """Return the log in a file; a save is a log without steps.

    Raises:
        FormatError: the file is no log, or it is damaged, encrypted or beyond the limits.
        OSError: the file cannot be read.
    """
    return Log(open_save(path))


def log_from(save: Save, steps: Sequence[Sequence[str]]) -> bytes:
    """Return the content of a log that begins with a save and has the given steps.

    Each step is a list of commands' texts, the head first; they are nested as VASSAL nests
    them. A save that is a log already is continued.

    Raises:
        UnencodableError: a text cannot be written so that VASSAL reads it back.
    """
    tokens = [step_text(step) for step in steps if step]
    return save.with_text(ESC.join([save.text, *tokens])).to_bytes()


def step_text(texts: Sequence[str]) -> str:
    r"""Return a step as it stands in a log. Raises UnencodableError as `log_from` does.

    >>> step_text(["CHAT* a report", "-/7"]).replace(ESC, "^")
    'LOG\tCHAT* a report\\^LOG\t-/7'
    """
    logged = [LOG + text for text in texts]
    if len(logged) == 1:
        step = escape_safely(logged[0], ESC)
    else:
        step = escape_safely(encode_safely(logged, ESC), ESC)
    if [command.own for command in CommandList(step)] != list(texts):
        raise UnencodableError("VASSAL would not read back the texts of a step")
    return step


def _tokens(commands: Iterable[Command]) -> Iterator[tuple[Command, ...]]:
    held: list[Command] = []
    for command in commands:
        if command.level == 0 and held:
            yield tuple(held)
            held = []
        held.append(command)
    if held:
        yield tuple(held)


def _is_step(commands: tuple[Command, ...]) -> bool:
    return any(command.is_logged and command.kind not in _NEVER_LOGGED for command in commands)


def _spelled(commands: Sequence[Command]) -> str:
    parts = [
        command.text if place == 0 else "\\" * command.level + ESC + command.text
        for place, command in enumerate(commands)
    ]
    return "".join(parts)


def follow_layers(position: Position, scene: Scene) -> None:
    """Write the level of each Layer that follows a property, as drawing does in VASSAL.

    The level is no command's matter: VASSAL works it out whenever it draws the piece.
    """
    for piece in position.pieces:
        if not any(one.startswith("emb2;") for one in piece.types):
            continue
        for trait in piece.traits:
            if trait.prefix != "emb2;" or not trait.type.flag("follow"):
                continue
            wanted = str(level_of(scene.look(piece), trait))
            if trait.state["level"] != wanted:
                state = trait.state
                state["level"] = wanted
                piece.set_state(trait, str(state))
