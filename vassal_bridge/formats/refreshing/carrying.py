"""Which trait of an old piece gives its state to which trait of the new one, and how.

VASSAL carries a state to a trait of the same class whose type is the same text; Layers, Text
Labels and Can Rotates also by name. We go on where VASSAL would begin anew: a Dynamic Property
keeps its value by its name, and a trait that is the only one of its kind left over on both sides
keeps its state, so that a hidden piece stays hidden. `Options.as_vassal` leaves that out.

Source: VASSAL.build.GpIdChecker.copyState and findState; VASSAL.build.module.GameRefresher.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.kinds import sheet_rows
from vassal_bridge.formats.prototypes import MARKER, TraitTexts
from vassal_bridge.formats.tokens import format_double
from vassal_bridge.formats.traits import Trait, prefix_of
from vassal_bridge.formats.traitvalues import images_of

LAYER, LABEL, ROTATOR = "emb2;", "label;", "rotate;"
PROPERTY, SHEET, ATTACHMENT = "PROP;", "propertysheet;", "attach;"
_KINDS = {"emb;": LAYER, "nonRect;": "nonRect2;"}
"""Prefixes of old forms of a trait: VASSAL makes the same class of both."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked of a refresh; all but the last are options of VASSAL's own dialog.

    `use_names`: match by the BasicPiece's name where no gpid matches. `fix_gpids`: give such a
    piece its slot's gpid. `labels`, `layers`, `rotators`: carry the state of Text Labels, Layers
    and Can Rotates by name where their types differ. `decks`: give decks their options and places
    anew; with it, `delete_old_decks` makes stacks of those that are gone, and `add_new_decks`
    adds the new ones, empty.
    `as_vassal`: carry no more than VASSAL does.
    """

    use_names: bool = True
    fix_gpids: bool = True
    labels: bool = True
    layers: bool = True
    rotators: bool = True
    decks: bool = False
    delete_old_decks: bool = False
    add_new_decks: bool = False
    as_vassal: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """A trait of the new piece, and the trait of the old one that gives it its state."""

    new: int
    old: int
    is_same: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """The pairs of an old and a new definition, and the old traits that give nothing."""

    pairs: tuple[Pair, ...]
    left: tuple[int, ...]


def kind_of(type_text: str) -> str:
    """Return what tells the class of a trait: the prefix of the present form of its type."""
    prefix = prefix_of(type_text)
    return _KINDS.get(prefix, prefix)


def make_plan(old: Sequence[str], new: Sequence[str], options: Options) -> Plan:
    """Return which of the old types (without the BasicPiece's) goes with which of the new ones."""
    pairs: list[Pair] = []
    free_old = [n for n, text in enumerate(old) if not text.startswith(MARKER)]
    free_new = [n for n, text in enumerate(new) if not text.startswith(MARKER)]

    def pair(key: Callable[[str], str], is_same: bool) -> None:
        waiting: dict[str, list[int]] = {}
        for place in free_old:
            if name := key(old[place]):
                waiting.setdefault(name, []).append(place)
        for place in list(free_new):
            found = waiting.get(key(new[place]))
            if found:
                taken = found.pop(0)
                pairs.append(Pair(place, taken, is_same))
                free_old.remove(taken)
                free_new.remove(place)

    named = _named_kinds(options)
    pair(lambda text: text, True)
    pair(lambda text: _named(text, named), False)
    single = _singles((old[n] for n in free_old), (new[n] for n in free_new))
    if options.as_vassal:
        single &= named
    pair(lambda text: kind_of(text) if kind_of(text) in single else "", False)
    return Plan(tuple(sorted(pairs, key=lambda one: one.new)), tuple(free_old))


def _named_kinds(options: Options) -> set[str]:
    kinds = {LABEL: options.labels, LAYER: options.layers, ROTATOR: options.rotators}
    ours = set() if options.as_vassal else {PROPERTY, ATTACHMENT}
    return {kind for kind, is_asked in kinds.items() if is_asked} | ours


def _named(type_text: str, kinds: set[str]) -> str:
    """Return the kind and name of a trait that is carried by name; empty where it has none."""
    kind = kind_of(type_text)
    if kind not in kinds:
        return ""
    trait = Trait(0, type_text, "")
    wanted = "description" if kind == LABEL else "name"
    name = trait.type[wanted] if wanted in trait.spec.type else ""
    return kind + name if name else ""


def _singles(old: Iterable[str], new: Iterable[str]) -> set[str]:
    """Return the kinds of which one trait is left over on either side."""
    counts = [_tally(kind_of(text) for text in texts) for texts in (old, new)]
    return {kind for kind, count in counts[0].items() if count == counts[1].get(kind) == 1}


def _tally(kinds: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind in kinds:
        found[kind] = found.get(kind, 0) + 1
    return found


# --- states -----------------------------------------------------------------------------------


def fit_of(old_type: str, new: TraitTexts, pair: Pair, options: Options) -> Callable[[str], str]:
    """Return what makes the state of a new trait of that of an old one."""
    kind = kind_of(new.type)
    if kind == LABEL and not _can_be_changed(new.type):
        return lambda _: new.state
    if options.as_vassal:
        return lambda state: state or new.state
    fit = None if pair.is_same else _FITS.get(kind)
    if fit is None:
        return lambda state: state
    return lambda state: fit(Trait(pair.old, old_type, state), Trait(pair.new, new.type, new.state))


def _can_be_changed(type_text: str) -> bool:
    """Tell whether a Text Label has a key with which a player changes it."""
    return Trait(0, type_text, "").type["key"] not in ("", "0,0")


def _fit_layer(old: Trait, new: Trait) -> str:
    """Keep the level, or take the last one where the new Layer has fewer."""
    most = len(images_of(new))
    level = read_int(old.state["level"], 1)
    if abs(level) <= most or most == 0:
        return old.state_text
    state = old.state
    state["level"] = str(most if level > 0 else -most)
    return str(state)


def _fit_rotator(old: Trait, new: Trait) -> str:
    """Keep the angle: the nearest facing where the new trait has another number of them."""
    before, now = (one.type.number("facings") for one in (old, new))
    if before == now or before < 1 or now < 1:
        return old.state_text
    facing = old.state.real("facing")
    turned = facing if before == 1 else -360.0 * facing / before
    if now == 1:
        return format_double(turned)
    return str(round(-turned / 360.0 * now) % now)


def _fit_sheet(old: Trait, new: Trait) -> str:
    """Keep the rows of a Property Sheet by their names."""
    names = [[row.name for row in sheet_rows(one.type.values("definition"))] for one in (old, new)]
    values = dict(zip(names[0], old.state.rest, strict=False))
    state, fresh = new.state, new.state.rest
    fresh += [""] * (len(names[1]) - len(fresh))
    state.rest = [values.get(name, fresh[n]) for n, name in enumerate(names[1])]
    return str(state)


_FITS: dict[str, Callable[[Trait, Trait], str]] = {
    LAYER: _fit_layer,
    ROTATOR: _fit_rotator,
    SHEET: _fit_sheet,
}
"""How a state is made to fit a trait of another type."""
_IDLE = frozenset(
    ("", "null", "false", "0", "0.0", "-1", "-1;", "1;", "1", ";", ";;", "null;", "null;;")
)


def says_something(trait: Trait) -> bool:
    """Tell whether a trait's state is more than that of a trait which nobody has touched."""
    if trait.prefix == MARKER or trait.state_text in _IDLE:
        return False
    return not trait.state_text.startswith("false;;0")
