"""One save in, one proved save out: bind, run a sequence, edit, tell it in the chat, prove it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from vassal_bridge.binding.binding import (
    EDITION_PROPERTY,
    GAME_PROPERTY,
    OPTIONS_PROPERTY,
    Binding,
    Declared,
    property_of,
)
from vassal_bridge.binding.foreign import binding_for, bound_edition, hinted
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.verify import prove
from vassal_bridge.errors import BindingError, Problem, VerifyError, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.logs.chain import difference, facts
from vassal_bridge.formats.logs.log import Log, log_from
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.dice import Dice, Rolled
from vassal_bridge.game.game import Game
from vassal_bridge.game.registry import sequence_for
from vassal_bridge.game.sequence import SECRET, Chosen, Event, Outcome, Player, run
from vassal_bridge.game.settings import format_settings

SPEAKER = "vassal-bridge"
FOREIGN_EDITION = "owner"
"""The edition of a module that is not ours: what the owner typed, then what is printed."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be played: a game, one of its sequences (None: what the turn track calls for).

    `options` (optional rules by number) and `values` ("name=value") change the settings that the
    save remembers.
    """

    game: Game
    sequence: str | None
    edition: str | None = None
    seed: int | None = None
    options: tuple[int, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A finished answer: the file's bytes, proved, and what happened in them.

    `steps` are the commands that lead there: a list for each line told, then for each edit.
    """

    data: bytes
    sequence: str
    edition: str
    outcome: Outcome
    chat: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    pieces: frozenset[str] = field(default_factory=frozenset)
    steps: tuple[tuple[str, ...], ...] = ()

    @property
    def story(self) -> tuple[str, ...]:
        """What happened, a line each, for a player to read."""
        return tuple(tell(event) for event in self.outcome.events if _is_told(event))


def edition_of(save: Save, game: Game, wanted: str | None = None) -> str:
    """Return the edition to play by: the wanted one, else the one that the save's module names.

    Raises:
        BindingError: the save belongs to another game of ours, or the edition is unknown.
    """
    position = Position(save)
    named = property_of(position, GAME_PROPERTY)
    if named is not None and named != game.name:
        raise BindingError(
            f"expected a save of {game.name!r}, found one of {named!r}", where=Where(save.name)
        )
    ours = property_of(position, EDITION_PROPERTY)
    edition = wanted or ours or bound_edition(game, save) or FOREIGN_EDITION
    if edition not in game.editions:
        known = ", ".join(game.editions)
        raise BindingError(f"expected an edition of {known}, found {edition!r}")
    return edition


def settings_of(position: Position, request: Request) -> Any:
    """Return the settings to play by: those that the save remembers, changed by the request.

    Raises:
        RuleError: the game does not know an option, a name or a value.
    """
    remembered = property_of(position, OPTIONS_PROPERTY) or ""
    return request.game.choose_settings(request.options, request.values, remembered=remembered)


def remember_settings(position: Position, settings: Any) -> frozenset[str]:
    """Write the settings into the save's property for them; return the properties that changed.

    A save of a module without that property forgets them.
    """
    old = property_of(position, OPTIONS_PROPERTY)
    new = format_settings(settings) if settings is not None else ""
    if old is None or old == new:
        return frozenset()
    position.apply_all(edits.set_property(OPTIONS_PROPERTY, old, new))
    return frozenset([OPTIONS_PROPERTY])


def play(save: Save, module: Module, request: Request, dice: Dice, player: Player) -> Played:
    """Run one sequence on a save and return the new save, proved; the given one is not changed.

    Raises:
        BindingError: the save cannot be matched with the game.
        RuleError: the rules stop the sequence: a missing table cell, an unusable answer.
        VerifyError: our own proof failed; nothing may be written.
    """
    game = request.game
    edition = edition_of(save, game, request.edition)
    binding = binding_for(game, save)
    position = Position(Save.from_bytes(save.to_bytes(), name=save.name))
    places = ModuleGeography(module, save)
    settings = settings_of(position, request)
    remembers = remember_settings(position, settings)
    try:
        bound = binding.read(position, places, edition, settings)
    except BindingError as error:
        raise hinted(error, game, save) from None
    name = request.sequence or sequence_for(game, bound.state)
    if name is None:
        raise BindingError(
            "the turn marker stands where no sequence is called for", where=Where(save.name)
        )
    outcome = run(game.sequence(name), bound.state, dice, player)
    binding.write(position, places, bound, outcome.changes)
    edited = tuple(tuple(action) for action in position.applied)
    chat = tuple(chat_lines(request, name, edition, outcome, settings))
    position.apply_all(line for text in chat for line in edits.say(text))
    data = position.save.to_bytes()
    declared = binding.declared(bound, outcome.changes, chat)
    declared = replace(declared, properties=declared.properties | remembers)
    prove_state(save, data, module, binding, bound.state, edition, declared, settings)
    told = tuple(tuple(edits.say(text)) for text in chat)
    pieces = frozenset(declared.pieces)
    return Played(
        data, name, edition, outcome, chat, bound.problems, pieces, steps=(*told, *edited)
    )


def as_log(save: Save, played: Played) -> bytes:
    """Return what was played as a log on the save: a step for each line told, then each edit.

    Raises:
        VerifyError: the log does not lead to the save that was proved; nothing may be written.
    """
    data = log_from(save, played.steps)
    ends = Log(Save.from_bytes(data, name=save.name)).replay()
    wanted = Position(Save.from_bytes(played.data, name=save.name))
    other = difference(facts(wanted), facts(ends))
    if other:
        error = VerifyError(f"the log does not end as the save: {other}", where=Where(save.name))
        error.evidence = data
        raise error
    return data


def prove_state(
    save: Save,
    data: bytes,
    module: Module,
    binding: Binding,
    state: Any,
    edition: str,
    declared: Declared,
    settings: Any = None,
) -> None:
    """Read new bytes again: they show the state, and nothing else changed.

    Raises:
        VerifyError: with the bytes as evidence; nothing may be written.
    """
    try:
        again = Save.from_bytes(data, name=save.name)
        prove(save, again, declared)
        places = ModuleGeography(module, again)
        reread = binding.read(Position(again), places, edition, settings)
        if reread.state != state:
            raise VerifyError(
                "the new save does not show the state after the changes", where=Where(save.name)
            )
    except VerifyError as error:
        error.evidence = data
        raise


def chat_lines(
    request: Request, name: str, edition: str, outcome: Outcome, settings: Any = None
) -> Iterable[str]:
    """Yield the chat lines: a heading, then every roll, decision and result in order.

    Who took the decisions is not told here: the same answers give the same bytes.
    """
    chosen = format_settings(settings) if settings is not None else ""
    seed = f", seed {request.seed}" if request.seed is not None else ""
    house = " (house edition: our own tables, not the published ones)" if edition == "house" else ""
    yield escaped(
        f"* {SPEAKER}: {request.game.title}, {name}{seed}{chosen and f', {chosen}'}{house} *"
    )
    for event in outcome.events:
        if isinstance(event, Rolled):
            faces = ",".join(str(face) for face in event.faces)
            spoken = f"*** {event.spec} = {faces} *** &lt;{SPEAKER}&gt; "
            yield spoken + escaped(f"roll {event.number}: {event.why}")
        elif _is_told(event):
            yield escaped(f"* {tell(event)}")


def _is_told(event: Event) -> bool:
    if isinstance(event, Chosen):
        return event.choose.kind != SECRET
    return isinstance(event, Tell)


def tell(event: Event) -> str:
    """Return an event as a line of the story."""
    if isinstance(event, Chosen):
        return f"Decision: {event}"
    return str(event)


def escaped(text: str) -> str:
    """Return a line that VASSAL's chat shows as it is, whether or not it reads HTML there."""
    clean = text.replace("&", "&amp;").replace("<", "&lt;")
    return edits.say(clean)[0].removeprefix("CHAT")
