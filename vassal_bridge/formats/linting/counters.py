"""What is doubtful in a module's slots, prototypes, gpids and classes."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.linting.survey import ADD_PIECE, MARKERS, Survey, is_engine
from vassal_bridge.formats.prototypes import expand, find_rings, used_prototype
from vassal_bridge.formats.tokens import decode

Found = tuple[Component | None, str]

_PIECE = "piece;"
_SLOTS = ("PieceSlot", "CardSlot")


def more(count: int) -> str:
    """Return how many further places there are, as the end of a sentence.

    >>> more(0), more(2)
    ('', ' (and in 2 more places)')
    """
    return f" (and in {count} more place{'s' if count > 1 else ''})" if count else ""


def _gpids(survey: Survey) -> Iterator[tuple[str, Component, str]]:
    """Yield each gpid with its component and what carries it (VASSAL.build.GpIdChecker)."""
    for slot in survey.module.slots:
        yield slot.gpid.strip(), slot.component, f"the slot {slot.name!r}"
    for one in survey.traits_of(*MARKERS):
        for site in one.sites:
            name = one.trait.type["menu"] or one.trait.type["description"]
            yield one.trait.type["gpid"].strip(), site, f"the {one.trait.spec.name} {name!r}"


def duplicate_gpids(survey: Survey) -> Iterator[Found]:
    """Yield each gpid that several carry, at the second of them."""
    carriers: dict[str, list[tuple[Component, str]]] = {}
    for gpid, component, what in _gpids(survey):
        if gpid:
            carriers.setdefault(gpid, []).append((component, what))
    for gpid, (first, *others) in carriers.items():
        if others:
            component, what = others[0]
            yield component, f"{what} has the gpid {gpid} of {first[1]}{more(len(others) - 1)}"


def absent_gpids(survey: Survey) -> Iterator[Found]:
    """Yield the slots without a gpid."""
    for slot in survey.module.slots:
        if not slot.gpid.strip():
            yield slot.component, f"the slot {slot.name!r} has no gpid"


def low_next_gpid(survey: Survey) -> Iterator[Found]:
    """Yield the module or extension whose next gpid is not above those it has given out."""
    for root in survey.module.roots:
        own = {id(one) for one in root.walk()}
        prefix = root.get("extensionId")
        numbers: list[int] = []
        for gpid, component, _ in _gpids(survey):
            if id(component) in own:
                number = gpid.removeprefix(f"{prefix}:") if prefix else gpid
                numbers.append(read_int(number, -1))
        following, highest = read_int(root.get("nextPieceSlotId")), max(numbers, default=-1)
        if following <= highest:
            yield root, f"nextPieceSlotId is {following}, and the gpid {highest} is in use"


def unknown_prototypes(survey: Survey) -> Iterator[Found]:
    """Yield the traits that use a prototype which no component defines."""
    for one in survey.traits_of("prototype;"):
        name, _ = used_prototype(one.trait.type_text)
        if name not in survey.module.prototypes and "$" not in name:
            yield one.component, f"no prototype is called {name!r}{more(len(one.sites) - 1)}"


def duplicate_prototypes(survey: Survey) -> Iterator[Found]:
    """Yield the second and later definitions of a prototype."""
    seen: set[str] = set()
    for one in survey.definitions:
        if one.kind == "PrototypeDefinition":
            name = one.get("name")
            if name in seen:
                yield one, f"another prototype is called {name!r} already"
            seen.add(name)


def recursive_prototypes(survey: Survey) -> Iterator[Found]:
    """Yield the prototypes that contain themselves, each ring once."""
    last = {one.get("name"): one for one in survey.definitions if one.kind not in _SLOTS}
    for ring in find_rings(survey.module.prototypes):
        shown = " > ".join(map(repr, ring))
        yield last.get(ring[0]), f"the prototype {ring[0]!r} contains itself: {shown}"


def _chains(component: Component) -> tuple[list[str], list[str]]:
    parts = decode(component.text.removeprefix(ADD_PIECE), "/")
    parts += [""] * (3 - len(parts))
    return list(Chain(parts[1])), list(Chain(parts[2]))


def broken_slots(survey: Survey) -> Iterator[Found]:
    """Yield the slots and prototypes whose text is no piece or does not expand."""
    prototypes = survey.module.prototypes
    for one in survey.definitions:
        if not one.text.startswith(ADD_PIECE):
            what = f"found {one.text[:20]!r}" if one.text else "found nothing"
            yield one, f"expected a piece, a text that begins with +/, {what}"
            continue
        types, _ = _chains(one)
        if not types[-1].startswith(_PIECE):
            yield one, f"expected a Basic Piece as the innermost trait, found {types[-1][:20]!r}"
            continue
        try:
            whole = expand(one.text, prototypes)
            _ = whole.type_chain, whole.state_chain
        except BridgeError as error:
            yield one, error.message


def state_mismatches(survey: Survey) -> Iterator[Found]:
    """Yield the slots and prototypes whose states are not as many as their traits."""
    for one in survey.definitions:
        if one.text.startswith(ADD_PIECE):
            types, states = _chains(one)
            if len(types) != len(states):
                yield one, f"expected {len(types)} states, one a trait, found {len(states)}"


def unknown_traits(survey: Survey) -> Iterator[Found]:
    """Yield the traits that no row of the table knows, each prefix once."""
    seen: dict[str, tuple[Component, int]] = {}
    for one in survey.traits:
        if one.trait.is_opaque:
            first, count = seen.get(one.trait.prefix, (one.component, 0))
            seen[one.trait.prefix] = first, count + len(one.sites)
    own = " (the module brings an encoder of its own)" if survey.has_own_encoder else ""
    for prefix, (first, count) in seen.items():
        name = prefix[:40] or "(empty)"
        yield first, f"the trait {name} is not VASSAL's own{own}{more(count - 1)}"


def _own_classes(survey: Survey) -> Iterator[tuple[Component, int, bool]]:
    """Yield each class outside VASSAL: where first, how often, whether the module has its code."""
    found: dict[str, list[Component]] = {}
    for one in survey.components:
        if not is_engine(one.tag):
            found.setdefault(one.tag, []).append(one)
    for tag, sites in found.items():
        yield sites[0], len(sites), survey.has_entry(tag.replace(".", "/") + ".class")


def missing_classes(survey: Survey) -> Iterator[Found]:
    """Yield the components of classes that are not in the module."""
    for one, count, is_there in _own_classes(survey):
        if not is_there:
            yield one, f"the class {one.tag} is not in the module{more(count - 1)}"


def custom_classes(survey: Survey) -> Iterator[Found]:
    """Yield the components of classes that the module brings."""
    for one, count, is_there in _own_classes(survey):
        if is_there:
            yield one, f"the class {one.tag} is the module's own{more(count - 1)}"
