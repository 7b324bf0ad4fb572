"""For the companion's tests: a folder with the house module, and a player who moves counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from automation.policies import Scripted, Sensible
from modules.red_beach import GAME
from modules.red_beach.binding import MAP
from modules.red_beach.state import State
from tests.built import red_beach_bytes, red_beach_module
from tests.red_beach_saves import piece_of, read_state
from tests.sidecar_kit import Time, nothing
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.logs.log import log_from
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.game.sequence import Decider
from vassal_bridge.sidecar.chain import Chain
from vassal_bridge.sidecar.companion import SUFFIXES, Companion, Table
from vassal_bridge.sidecar.serve import Event, serve


def moved(save: Save, moves: Mapping[str, str]) -> Save:
    """Return a save in which a player has dragged units to places; VASSAL marks them as moved."""
    copy = Save.from_bytes(save.to_bytes(), name=save.name)
    position, places = Position(copy), ModuleGeography(red_beach_module(), copy)
    for unit, place in moves.items():
        piece = piece_of(copy, unit)
        x, y = places.point(MAP, place)
        position.apply_all(edits.move(position, piece.id, MAP, x, y))
        mark = piece_of(copy, unit).trait("markmoved;", None)
        if mark is not None:
            position.apply_all(edits.set_state(position, piece.id, mark, "true"))
    return Save.from_bytes(copy.to_bytes(), name=save.name)


def with_layer(save: Save, unit: str, layer: str, text: str) -> Save:
    """Return a save in which a layer of a unit shows another level."""
    copy = Save.from_bytes(save.to_bytes(), name=save.name)
    position, piece = Position(copy), piece_of(copy, unit)
    trait = piece.trait("emb2;", layer)
    assert trait is not None
    position.apply_all(edits.set_state(position, piece.id, trait, text))
    return Save.from_bytes(copy.to_bytes(), name=save.name)


def asking(save: Save, request: str) -> Save:
    """Return a save in which a button has set the request."""
    return with_property(save, "bridge_request", request)


def with_property(save: Save, name: str, value: str) -> Save:
    """Return a save with a module property set."""
    copy = Save.from_bytes(save.to_bytes(), name=save.name)
    for command in copy.commands.all("SetGlobalProperty"):
        if command["name"] == name:
            command["value"] = value
    return Save.from_bytes(copy.to_bytes(), name=save.name)


def without_property(save: Save, *names: str) -> Save:
    """Return the save of a module that has no such properties."""
    copy = Save.from_bytes(save.to_bytes(), name=save.name)
    for command in list(copy.commands.all("SetGlobalProperty")):
        if command["name"] in names:
            copy.commands.remove(command)
    return Save.from_bytes(copy.to_bytes(), name=save.name)


def typed(save: Save, *lines: str) -> bytes:
    """Return a log on a save in which a player has typed lines of chat."""
    return log_from(save, [[f"CHAT&lt;Ann&gt; - {line}"] for line in lines])


def log_of_moves(save: Save, unit: str, way: Sequence[str]) -> bytes:
    """Return a log in which a player drags a unit from place to place, and asks to stop."""
    copy = Save.from_bytes(save.to_bytes(), name=save.name)
    position, places = Position(copy), ModuleGeography(red_beach_module(), copy)
    steps = []
    for place in way:
        steps.append(edits.move(position, piece_of(copy, unit).id, MAP, *places.point(MAP, place)))
        position.apply_all(steps[-1])
    return log_from(save, [*steps, ["CHAT&lt;Ann&gt; - !bridge stop"]])


@dataclass
class Game:
    """A folder that is watched by the companion, and its player, who saves under new names."""

    folder: Path
    seed: int | None = 7
    answers: list[str] | None = None
    events: list[Event] = field(default_factory=list)
    count: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "red_beach.vmod").write_bytes(red_beach_bytes())

    def _decider(self) -> Decider:
        return Sensible() if self.answers is None else Scripted(self.answers, Sensible())

    def save(self, save: Save | bytes, *, suffix: str = ".vsav") -> Event:
        """Save in VASSAL, and return what is said of it."""
        self.count += 1
        name = f"move {self.count}{suffix}"
        data = save if isinstance(save, bytes) else saved_again(save, self.count)
        (self.folder / name).write_bytes(data)
        table = Table(self.folder, GAME, self._decider, seed=self.seed)
        time = Time()
        found = [
            event
            for event in serve(
                self.folder,
                Companion(table),
                once=True,
                ticks=time.ticks(*[nothing] * 60),
                clock=time.clock,
                suffixes=SUFFIXES,
            )
            if event.path.name == name
        ]
        assert len(found) == 1, found
        self.events += found
        return found[0]

    def play(self, save: Save | bytes, *, suffix: str = ".vsav") -> Save:
        """Save in VASSAL, and open the answer."""
        event = self.save(save, suffix=suffix)
        assert event.kind == "answered", event
        assert event.output is not None
        return open_save(event.output)

    @property
    def chain(self) -> Chain:
        """The chain of answers as it lies on the disk."""
        return Chain(self.folder)


def saved_again(save: Save, key: int) -> bytes:
    """Return what VASSAL writes of a save that it has opened: no chat, and another key byte."""
    copy = Save.from_bytes(save.to_bytes(), name=save.name)
    for command in list(copy.commands.all("Chat")):
        copy.commands.remove(command)
    copy.envelope = replace(copy.envelope, key=key)
    return copy.to_bytes()


def state(save: Save) -> State:
    """Return what a save shows, without the marks of dragging."""
    return read_state(save)
