"""What differs between one piece before and after, as far as a viewer sees it, trait by trait."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from vassal_bridge.formats import traitvalues
from vassal_bridge.formats.comparing.differences import Difference, Kind
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.pieces import Deck
from vassal_bridge.formats.sight import Seen, Sight, layer_name, level_name, pixels_of
from vassal_bridge.formats.traits import Trait


def id_of(seen: Seen) -> str:
    """Return a piece's id; empty where the viewer must not know it."""
    return seen.piece.id if seen.is_known else ""


def standing(seen: Seen) -> str:
    """Return where a piece is in words: its deck, else its place."""
    deck = seen.look.deck
    return seen.place if deck is None else deck_name(deck)


def deck_name(deck: Deck) -> str:
    """Return what a deck is called in a sentence."""
    return f"the deck {deck.type['name']}"


def changes(was: Seen, now: Seen) -> Iterator[Difference]:
    """Yield what differs in one piece that the viewer sees, or saw the mask of, both times."""
    name = was.name if was.is_known else now.name
    own_id = id_of(now)
    moves = list(_move(was, now, name, own_id))
    yield from moves
    if Sight.FACE_DOWN in (was.sight, now.sight):
        return
    place = standing(now)
    if was.sight is not now.sight:
        kind = Kind.MASKED if now.sight is Sight.MASKED else Kind.UNMASKED
        yield Difference(kind, name, was.name, now.name, "masked", place, piece=own_id)
    if was.piece.command.own == now.piece.command.own:
        return
    for old, new in zip(was.traits, now.traits, strict=False):
        if new.index == len(now.look.traits) - 1:
            break
        if old.type_text != new.type_text:
            yield Difference(Kind.CHANGED, name, what="its traits", place=place, piece=own_id)
            return
        if moves and new.prefix in _FOLLOWING:
            continue
        tell = _TRAITS.get(new.prefix, _other_trait)
        for one in tell(was, now, old, new):
            yield replace(one, subject=name, place=place, piece=own_id)


def _move(was: Seen, now: Seen, name: str, own_id: str) -> Iterator[Difference]:
    old_deck, new_deck = was.look.deck, now.look.deck
    old, new = standing(was), standing(now)
    kind = Kind.MOVED
    if old_deck is not None and new_deck is None:
        kind = Kind.DRAWN
    elif old_deck is None and new_deck is not None:
        kind = Kind.RETURNED
    elif old == new:
        if new_deck is not None or pixels_of(was.look) == pixels_of(now.look):
            return
        old, new = f"{old} {_point(was)}".strip(), f"{new} {_point(now)}".strip()
    yield Difference(kind, name, old, new, piece=own_id)


def _point(seen: Seen) -> str:
    return f"({seen.look.x}, {seen.look.y})"


# --- traits ---------------------------------------------------------------------------------

_Tell = Callable[[Seen, Seen, Trait, Trait], Iterator[Difference]]

_STEP = re.compile(r"\bsteps?\b|reduc|\bloss(es)?\b", re.IGNORECASE)
"""Names of Layers, levels and properties that count a unit's steps."""
_LOST, _REGAINED = "a step lost?", "a step regained?"


def _layer(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    before, after = _level(was, old), _level(now, new)
    if before == after:
        return
    name = layer_name(new)
    levels = (level_name(old, before), level_name(new, after))
    note = ""
    if any(map(_STEP.search, (name, *levels))):
        note = _LOST if after > before else _REGAINED
    yield Difference(Kind.FLIPPED, "", levels[0], levels[1], what=name, note=note)


def _level(seen: Seen, trait: Trait) -> int:
    try:
        return traitvalues.level_of(seen.look, trait)
    except NotEvaluated:
        return trait.state.number("level")


def _dynamic(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    before, after, name = old.state_text, new.state_text, new.type["name"]
    if before == after:
        return
    note = ""
    if _STEP.search(name) and before.isdecimal() and after.isdecimal():
        counts_losses = "loss" in name.lower()
        note = _LOST if (int(after) < int(before)) is not counts_losses else _REGAINED
    yield Difference(Kind.CHANGED, "", before, after, what=name, note=note)


def _markers(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    names, before, after = new.type.rest, old.state.rest, new.state.rest
    for place, name in enumerate(names):
        was_value, value = ("".join(texts[place : place + 1]) for texts in (before, after))
        if was_value != value:
            yield Difference(Kind.CHANGED, "", was_value, value, what=name)


def _rotation(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    if old.state_text != new.state_text:
        free = new.type.number("facings") == 1
        values = [
            f"{trait.state_text} degrees" if free else f"facing {trait.state.number('facing') + 1}"
            for trait in (old, new)
        ]
        yield Difference(Kind.ROTATED, "", *values)


def _label(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    if old.state_text != new.state_text:
        yield Difference(Kind.CHANGED, "", old.state_text, new.state_text, what="the label")


def _moved_mark(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    if old.state_text != new.state_text:
        yield Difference(Kind.MARKED, "", after="moved" if new.state_text == "true" else "")


def _own_mask(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    """Yield a mask that the viewer sees through: one of their own."""
    masks = [traitvalues.masked_by(trait) is not None for trait in (old, new)]
    if masks[0] != masks[1] and was.sight is now.sight:
        yield Difference(Kind.MASKED if masks[1] else Kind.UNMASKED, "", what="masked")


def _own_hiding(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    hidden = [traitvalues.hidden_by(trait) is not None for trait in (old, new)]
    if hidden[0] != hidden[1]:
        yield Difference(Kind.MASKED if hidden[1] else Kind.UNMASKED, "", what="made invisible")


def _nothing(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    return iter(())


def _other_trait(was: Seen, now: Seen, old: Trait, new: Trait) -> Iterator[Difference]:
    if old.state_text != new.state_text:
        name = new.prefix.rstrip(";") if new.is_opaque else new.spec.name
        yield Difference(Kind.CHANGED, "", what=f"its {name}")


_TRAITS: Mapping[str, _Tell] = {
    "emb2;": _layer,
    "emb;": _layer,
    "PROP;": _dynamic,
    "mark;": _markers,
    "rotate;": _rotation,
    "label;": _label,
    "markmoved;": _moved_mark,
    "obs;": _own_mask,
    "hide;": _own_hiding,
    "footprint;": _nothing,
    "report;": _nothing,
}
"""How each trait's state is compared; a trail and a report's turn follow from other changes."""

_FOLLOWING = ("markmoved;", "sendto;", "return;")
"""Traits that remember a move of the piece, which is told already."""
