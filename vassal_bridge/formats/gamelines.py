"""The lines of a save that are no pieces: properties, turns, roster, notes, clocks, options.

Each line is the command that restores a component. A later command of the same kind about the
same component takes its place; what a save has no line for (what dice show) is remembered.
Source: the format reference, 5.3 to 5.5.
"""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.formats.commands import LOG, Command, CommandList

_LOGGED = (LOG, "'" + LOG)
MODULE = "Module"
"""The container of the module's own properties."""

KEYS: dict[str, tuple[str, ...]] = {
    "SetTurn": ("tracker",),
    "SetClock": ("who",),
    "SetClockControl": (),
    "SetStartupKey": ("key",),
    "LockOptions": ("tab",),
    "SetUnmaskers": (),
    "ScenarioNotes": (),
    "PublicNotes": (),
    "PrivateNote": ("player",),
    "DelayedNote": ("name", "owner"),
    "AddPlayer": ("player",),
    "SetBoards": ("map",),
    "SetGlobalProperty": ("name", "container"),
}
"""The kinds whose last command counts, and the fields that tell one component from another."""

JOINING: dict[str, tuple[str, ...]] = {
    "AddPlayer": ("AddPlayer",),
    "PrivateNote": ("PrivateNote", "PublicNotes", "ScenarioNotes"),
    "DelayedNote": ("DelayedNote", "PrivateNote", "PublicNotes", "ScenarioNotes"),
}
"""The kinds that may come new into a game, and behind which lines they are written."""


class GameLines:
    """The lines of a start state by their kind, and the global properties' present values."""

    def __init__(self, commands: CommandList) -> None:
        self._commands = commands
        self._by_kind: dict[str, list[Command]] = {}
        self._stored: dict[tuple[str, str], list[Command]] = {}
        self._unstored: dict[tuple[str, str], str] = {}
        self.read()

    def read(self) -> None:
        """Read the lines anew: somebody else put some in or took some out."""
        self._by_kind, self._stored = {}, {}
        for place, text in enumerate(self._commands.texts()):
            if text.startswith(_LOGGED) and self._commands[place].level == 0:
                break
            if text.startswith("+/"):
                continue
            command = self._commands[place]
            if command.kind in KEYS:
                self._by_kind.setdefault(command.kind, []).append(command)
        for command in self._by_kind.get("SetGlobalProperty", ()):
            self._stored.setdefault((_container(command), _name(command)), []).append(command)

    def of(self, kind: str) -> list[Command]:
        """Return the lines of a kind, in the order of the file."""
        return list(self._by_kind.get(kind, ()))

    def set(self, command: Command) -> bool:
        """Let a command take the place of the lines about the same component; False for none."""
        found = False
        for line in self._by_kind.get(command.kind, ()):
            if all(line[key] == command[key] for key in KEYS[command.kind]):
                line.text = command.own
                found = True
        return found

    def join(self, command: Command) -> None:
        """Add a line about what is new in the game; KeyError for a kind that cannot be new."""
        for line in self._ends(JOINING[command.kind]):
            self._add(line, command)
        self.read()

    def _ends(self, kinds: tuple[str, ...]) -> list[Command]:
        """Return the last line of each run of lines of some kinds: there may be two runs."""
        wanted = {id(line) for kind in kinds for line in self._by_kind.get(kind, ())}
        found: list[Command] = []
        before: Command | None = None
        for line in self._commands:
            if id(line) not in wanted and before is not None:
                found.append(before)
            before = line if id(line) in wanted else None
        return [*found, before] if before is not None else found

    def _add(self, line: Command, command: Command) -> None:
        level = line.level if line.level else 1
        self._commands.insert(self._commands.index(line) + 1, Command(command.own, level))

    def remove_player(self, command: Command) -> None:
        """Take a player out of the roster."""
        for line in self.of("AddPlayer"):
            if line["player"] == command["player"]:
                self._commands.remove(line)
        self.read()

    def value(self, name: str, container: str = MODULE) -> str | None:
        """Return a global property's value; None where neither save nor commands gave it one.

        A zone's container is `<map>:<zone>`, a map's its name.
        """
        for key in ((container, name), ("", name)):
            if key in self._stored:
                return self._stored[key][-1]["value"]
        return self._unstored.get((container, name))

    def own_value(self, name: str, container: str) -> str | None:
        """Return the value of a property of just this container; None where it has none."""
        stored = self._stored.get((container, name))
        return stored[-1]["value"] if stored else self._unstored.get((container, name))

    def values(self) -> dict[tuple[str, str], str]:
        """Return every known value by container and name."""
        stored = {key: lines[-1]["value"] for key, lines in self._stored.items()}
        return {**self._unstored, **stored}

    def change_property(self, command: Command) -> None:
        """Give a property another value; without a container the first that has it takes it."""
        name, new = command["name"], command["new"]
        container = command["container"] if command.has("container") else ""
        lines = self._lines_of(name, container)
        for line in lines:
            line["value"] = new
        if not lines:
            self._unstored[container or MODULE, name] = new

    def _lines_of(self, name: str, container: str) -> Iterable[Command]:
        keys = [(container, name), ("", name)]
        if not container:
            keys += [key for key in self._stored if key[1] == name][:1]
        return next((self._stored[key] for key in keys if key in self._stored), ())


def _name(line: Command) -> str:
    name = line["name"]
    return line.record.nested("name")["property"] if "\t" in name else name


def _container(line: Command) -> str:
    if "\t" not in line["name"]:
        return line["container"]
    zone = line.record.nested("name")
    return f"{zone['map']}:{zone['zone']}"
