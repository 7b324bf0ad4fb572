"""Prototypes: a definition of a piece with each Prototype trait replaced by what it stands for.

Source: VASSAL.counters.UsePrototype, PieceCloner and VASSAL.build.module.PrototypeDefinition;
format reference, section 7.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from vassal_bridge.errors import FormatError, Problem, Where
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.pairing import paired
from vassal_bridge.formats.tokens import decode, split_raw

PROTOTYPE = "prototype;"
COMMENT = "cmt;"
MARKER = "mark;"
_ADD_PIECE = "+/"

_DEFINITIONS_KEPT = 1024
"""How many texts stay divided: prototypes are asked for again by each slot that uses them."""
MAX_TRAITS = 20_000
"""How many traits, prototypes included, one expanded piece may have: they could multiply."""


@dataclass(frozen=True, slots=True)
class TraitTexts:
    """One trait's own type and own state."""

    type: str
    state: str


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece as a build file spells it, divided into its traits from the outermost inwards."""

    traits: tuple[TraitTexts, ...]

    @property
    def type_chain(self) -> Chain:
        """The types as one chain. Raises UnencodableError where VASSAL could not read it."""
        return Chain.of(trait.type for trait in self.traits)

    @property
    def state_chain(self) -> Chain:
        """The states as one chain. Raises UnencodableError where VASSAL could not read it."""
        return Chain.of(trait.state for trait in self.traits)


@dataclass(frozen=True, slots=True)
class Prototype:
    """One prototype definition of a module: its name, its description and its piece's text."""

    name: str
    definition: str = field(repr=False)
    description: str = ""
    place: tuple[str, ...] = ()


@lru_cache(maxsize=_DEFINITIONS_KEPT)
def parse_definition(text: str) -> Definition:
    """Return the traits of an AddPiece text `+/null/type/state`; a missing state is empty.

    Where there are fewer states than traits, they go together as in a save. Of surplus ones the
    last is the BasicPiece's: what else VASSAL takes in with it names no map.
    """
    parts = decode(text.removeprefix(_ADD_PIECE), "/")
    parts += [""] * (3 - len(parts))
    types = list(Chain(parts[1]))
    states = list(Chain(parts[2]))
    states = [*states[: len(types) - 1], states[-1]] if len(states) > len(types) else states
    return Definition(tuple(map(TraitTexts, types, paired(states, len(types)))))


def used_prototype(type_text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the parameters in a Prototype trait's type."""
    tokens = decode(type_text.removeprefix(PROTOTYPE), ";")
    parameters: dict[str, str] = {}
    if len(tokens) > 1 and tokens[1]:
        for entry in decode(tokens[1], ","):
            pair = decode(entry, "=")
            if len(pair) > 1:
                parameters[pair[0]] = pair[1]
    return tokens[0], parameters


def substitute(text: str, parameters: Mapping[str, str]) -> str:
    """Return a definition's text with each `$name$` of a parameter replaced; others stay.

    The text divides at dollar signs as VASSAL's StringExpression divides it.
    """
    if not parameters:
        return text
    tokens = decode(text, "$")
    parts: list[str] = []
    for place, token in enumerate(tokens):
        is_name = place % 2 == 1 and place < len(tokens) - 1
        if is_name and token:
            parts.append(parameters.get(token, f"${token}$"))
        else:
            parts.append(token)
    return "".join(parts)


def expand(definition: str, prototypes: Mapping[str, Prototype]) -> Definition:
    """Return a definition with its prototypes in place of the Prototype traits, at any depth.

    A prototype that is unknown, or that contains itself, gives no traits; Comments are left
    out, as VASSAL does when it makes a piece.

    Raises:
        FormatError: the prototypes multiply beyond MAX_TRAITS.
    """
    waiting: list[tuple[TraitTexts, tuple[str, ...]]] = []
    found: list[TraitTexts] = []
    parsed = parse_definition(definition)
    waiting.extend((trait, ()) for trait in reversed(parsed.traits))
    seen = 0
    while waiting:
        trait, around = waiting.pop()
        seen += 1
        if seen > MAX_TRAITS:
            raise FormatError(f"expected at most {MAX_TRAITS} traits in one piece, found more")
        if trait.type.startswith(COMMENT):
            continue
        if not trait.type.startswith(PROTOTYPE):
            found.append(_as_read(trait))
            continue
        name, parameters = used_prototype(trait.type)
        if name in around or name not in prototypes:
            continue
        inner = parse_definition(substitute(prototypes[name].definition, parameters))
        waiting.extend((one, (*around, name)) for one in reversed(inner.traits[:-1]))
    return Definition(tuple(found))


def _as_read(trait: TraitTexts) -> TraitTexts:
    """Return a trait as VASSAL holds it: a Marker has one value for each of its names.

    So a bare comma in the value of a Marker of one name cuts the value off.
    """
    if not trait.type.startswith(MARKER):
        return trait
    names = len(decode(trait.type.removeprefix(MARKER), ","))
    values = split_raw(trait.state, ",")
    if len(values) == names:
        return trait
    values = [*values, *[""] * names][:names]
    return TraitTexts(trait.type, ",".join(values))


def find_cycles(prototypes: Mapping[str, Prototype]) -> Iterator[Problem]:
    """Yield a problem for each ring of prototypes that contain one another."""
    for ring in find_rings(prototypes):
        shown = " > ".join(repr(one) for one in ring)
        yield Problem(
            f"the prototype {ring[0]!r} contains itself, a cycle: {shown}",
            Where(kind="PrototypeDefinition"),
        )


def find_rings(prototypes: Mapping[str, Prototype]) -> Iterator[list[str]]:
    """Yield each ring of prototypes that contain one another, its first name again at the end."""
    uses = {name: _used_in(prototype) for name, prototype in prototypes.items()}
    done: set[str] = set()
    for start in prototypes:
        if start in done:
            continue
        path: list[str] = [start]
        waiting = [iter(uses[start])]
        while waiting:
            name = next(waiting[-1], None)
            if name is None:
                waiting.pop()
                done.add(path.pop())
            elif name in path:
                yield [*path[path.index(name) :], name]
            elif name in uses and name not in done:
                path.append(name)
                waiting.append(iter(uses[name]))


def _used_in(prototype: Prototype) -> list[str]:
    if PROTOTYPE not in prototype.definition:
        return []
    types = [trait.type for trait in parse_definition(prototype.definition).traits]
    return [used_prototype(one)[0] for one in types if one.startswith(PROTOTYPE)]
