"""Proposing: a binding for a module that is not ours, from the names that it uses.

Nothing is guessed silently: every part of the game is found with how sure it is, or not found
with the reason, and what the module has besides is listed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from vassal_bridge.binding.binding import Fact
from vassal_bridge.binding.bindingfile import BindingFile, PieceKey, PlaceKey
from vassal_bridge.binding.candidates import Candidate, candidates_of, key_among
from vassal_bridge.binding.hexnames import HexFit, fit_hexes
from vassal_bridge.binding.showing import Showing, showing
from vassal_bridge.binding.spots import Spot, layouts_of, spots_of
from vassal_bridge.binding.wanted import Wanted, WantedFact, WantedPiece
from vassal_bridge.binding.words import ENOUGH, Words, exact_words, holds, likeness
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traits import Trait

Part = Literal["hex", "place", "counter", "fact", "turn tracker"]
PARTS: tuple[Part, ...] = ("hex", "place", "counter", "fact", "turn tracker")
SURE = 0.9
"""The likeness from which on a match is not worth a second look."""
_BY_IMAGE = 0.95
"""What a likeness counts where only the image says so."""
_TOGETHER = 0.85
"""How sure it is that counters of one name may stand for each other."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the game: what it is in the module, and how sure that is, from 0 to 1.

    `found` is empty where nothing was found; `note` then says why.
    """

    part: Part
    wanted: str
    found: str = ""
    sure: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A binding with everything that was found, and not; `spare` are the module's other pieces."""

    binding: BindingFile
    findings: tuple[Finding, ...]
    spare: tuple[str, ...]

    def bound(self, part: Part) -> int:
        """Return how many of a part were found."""
        return sum(one.part == part and bool(one.found) for one in self.findings)

    def all_of(self, part: Part) -> int:
        """Return how many of a part the game asks for."""
        return sum(one.part == part for one in self.findings)

    @property
    def missing(self) -> tuple[Finding, ...]:
        """What was not found."""
        return tuple(one for one in self.findings if not one.found)

    @property
    def unsure(self) -> tuple[Finding, ...]:
        """What was found and is worth a look."""
        return tuple(one for one in self.findings if one.found and one.sure < SURE)


def propose(game: str, module: Module, wanted: Wanted, save: Save | None = None) -> Proposal:
    """Return a binding for a module, by its own names; a save shows boards and pieces in play.

    Raises FormatError for a module or save that is damaged.
    """
    words = Words(wanted.synonyms)
    spots = spots_of(layouts_of(module, save))
    fit = fit_hexes(spots, wanted.sheet, wanted.hexes)
    is_hex = frozenset(() if fit is None else (spot.key for spot in fit.names.values()))
    places, place_rows = _places(wanted, [one for one in spots if one.key not in is_hex], words)
    candidates = candidates_of(module, save)
    matched = _match(wanted.pieces, candidates, words)
    facts, fact_rows = _facts(wanted, matched)
    tracker = _tracker(module, wanted)
    taken = {candidate.key for candidate, _ in matched.values()}
    binding = BindingFile(
        game=game,
        module=module.name,
        version=module.version,
        turn_tracker=tracker,
        hexes=None if fit is None else fit.form,
        hex_names={} if fit is None else fit.otherwise,
        places=places,
        pieces={name: key_among(one, candidates) for name, (one, _) in matched.items()},
        facts=tuple(facts),
    )
    rows = (
        *_hex_rows(wanted, fit),
        *place_rows,
        *_piece_rows(wanted, matched, binding.pieces),
        *fact_rows,
        _tracker_row(wanted, tracker),
    )
    spare = dict.fromkeys(one.name for one in candidates if one.key not in taken)
    return Proposal(binding, rows, tuple(spare))


def _hex_rows(wanted: Wanted, fit: HexFit | None) -> list[Finding]:
    if fit is None:
        why = "no numbering on the module's maps knows most of the game's hexes"
        return [Finding("hex", hex_id, note=why) for hex_id in wanted.hexes]
    sure = round(fit.beside, 2)
    lacks = f"the map {fit.form.map!r} has no place of the name"
    return [
        Finding("hex", hex_id, fit.names[hex_id].name, sure)
        if hex_id in fit.names
        else Finding("hex", hex_id, note=f"{lacks} {fit.form.name(hex_id)!r}")
        for hex_id in wanted.hexes
    ]


def _places(
    wanted: Wanted, spots: Sequence[Spot], words: Words
) -> tuple[dict[str, PlaceKey], list[Finding]]:
    names = [[words.of(name) for name in place.names] for place in wanted.places]
    labels = [[words.of(label) for label in dict.fromkeys((s.label, s.name))] for s in spots]
    pairs = _paired(names, labels)
    by_name: dict[tuple[str, str], int] = {}
    for spot in spots:
        by_name[spot.map, spot.name] = by_name.get((spot.map, spot.name), 0) + 1
    found: dict[str, PlaceKey] = {}
    rows: list[Finding] = []
    for place, one in enumerate(wanted.places):
        if place not in pairs:
            rows.append(Finding("place", one.id, note="no place of the module is called so"))
            continue
        at, sure = pairs[place]
        spot = spots[at]
        zone = spot.zone if by_name[spot.map, spot.name] > 1 else ""
        found[one.id] = PlaceKey(spot.map, spot.name, zone)
        rows.append(Finding("place", one.id, spot.label, sure, f"map {spot.map}"))
    return found, rows


def _paired(
    wanted: Sequence[Sequence[tuple[str, ...]]], there: Sequence[Sequence[tuple[str, ...]]]
) -> dict[int, tuple[int, float]]:
    """Return for each wanted thing what is most like it and how much, best ones first.

    Each is given by the names it goes by, as words; nothing is taken twice.
    """
    by_exact: dict[tuple[str, ...], list[tuple[int, tuple[str, ...]]]] = {}
    for other, labels in enumerate(there):
        for label in labels:
            by_exact.setdefault(exact_words(label), []).append((other, label))
    scores = [
        (-score, one, other)
        for one, names in enumerate(wanted)
        for name in names
        for other, label in by_exact.get(exact_words(name), ())
        if (score := likeness(name, label)) >= ENOUGH
    ]
    found: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    for score, one, other in sorted(scores):
        if one not in found and other not in taken:
            found[one] = (other, -score)
            taken.add(other)
    return found


Matched = dict[str, tuple[Candidate, float]]


def _match(pieces: Sequence[WantedPiece], candidates: Sequence[Candidate], words: Words) -> Matched:
    """Return the candidate for each piece: first one by one, then those that are alike.

    A single slot of a palette may give any number of pieces.
    """
    single = [one for one in candidates if one.count <= 1]
    found = _one_by_one(pieces, single, words)
    taken = {candidate.key for candidate, _ in found.values()}
    groups: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.alike and piece.id not in found:
            groups.setdefault(piece.alike, []).append(piece.id)
    for alike, names in sorted(groups.items(), key=lambda item: (-len(item[0]), item[0])):
        free = [one for one in candidates if one.key not in taken]
        fitting = [one for one in free if _is_alike(alike, one, words)]
        for candidate in fitting:
            room = candidate.count or (1 if len(fitting) > 1 else len(names))
            for name in names[:room]:
                found[name] = (candidate, _TOGETHER)
            names = names[room:]
            taken.add(candidate.key)
            if not names:
                break
    return found


def _one_by_one(
    pieces: Sequence[WantedPiece], candidates: Sequence[Candidate], words: Words
) -> Matched:
    names = [[words.of(name) for name in piece.names] for piece in pieces]
    found: Matched = {}
    for depth, worth in ((2, 1.0), (3, _BY_IMAGE)):  # the names of piece and slot; then its image
        left = [n for n, piece in enumerate(pieces) if piece.id not in found]
        taken = {candidate.key for candidate, _ in found.values()}
        free = [one for one in candidates if one.key not in taken]
        labels = [[words.of(label) for label in one.labels[:depth]] for one in free]
        for at, (other, sure) in _paired([names[n] for n in left], labels).items():
            found[pieces[left[at]].id] = (free[other], round(sure * worth, 2))
    return found


def _is_alike(alike: str, candidate: Candidate, words: Words) -> bool:
    """Tell whether a candidate is called what all of a group may be called, and perhaps more.

    A group with a number or letter of its own must be called just so.
    """
    wanted = words.of(alike)
    labels = [words.of(label) for label in candidate.labels]
    if any(likeness(wanted, label) >= ENOUGH for label in labels):
        return True
    is_exact = any(word.isdigit() or len(word) == 1 for word in wanted)
    return not is_exact and any(holds(label, wanted) for label in labels)


def _piece_rows(
    wanted: Wanted, matched: Matched, keys: Mapping[str, PieceKey]
) -> Iterable[Finding]:
    for piece in wanted.pieces:
        if piece.id not in matched:
            yield Finding("counter", piece.id, note="no piece of the module is called so")
            continue
        candidate, sure = matched[piece.id]
        key = keys[piece.id]
        parts = [f"gpid {key.gpid}" if key.gpid else "", f"image {key.image}" if key.image else ""]
        note = ", ".join(part for part in parts if part)
        yield Finding("counter", piece.id, candidate.name or candidate.image, sure, note)


def _facts(wanted: Wanted, matched: Matched) -> tuple[list[Fact], list[Finding]]:
    """Return the ways in which facts are shown, and a finding for each fact of each kind."""
    found: dict[str, list[Fact]] = {fact.field: [] for fact in wanted.facts}
    rows: list[Finding] = []
    kinds = dict.fromkeys(piece.kind for piece in wanted.pieces)
    for kind in kinds:
        members = [matched[p.id][0] for p in wanted.pieces if p.kind == kind and p.id in matched]
        asked = [fact for fact in wanted.facts if kind in fact.kinds]
        chosen = _chosen(asked, members)
        for fact in asked:
            label = f"{fact.field} of {kind}"
            if fact.field not in chosen:
                why = "no trait speaks of it" if members else "none of the kind is bound"
                rows.append(Finding("fact", label, note=why))
                continue
            shown = chosen[fact.field].fact
            if shown not in found[fact.field]:
                found[fact.field].append(shown)
            sure = SURE if chosen[fact.field].worth >= 3 else ENOUGH
            rows.append(Finding("fact", label, _told(shown), sure))
    return [one for ways in found.values() for one in ways], rows


def _chosen(asked: Sequence[WantedFact], members: Sequence[Candidate]) -> dict[str, Showing]:
    """Return the best way to show each fact on some pieces; no trait shows two of them."""
    traits: dict[tuple[str, str], tuple[Trait, list[str]]] = {}
    for member in members:
        for trait in member.traits:
            name = trait.type["name"] if "name" in trait.spec.type else ""
            _, states = traits.setdefault((trait.prefix, name), (trait, []))
            states.append(trait.state_text)
    ways = [
        (-way.worth, order, place, fact.field, key, way)
        for order, fact in enumerate(asked)
        for place, (key, (trait, states)) in enumerate(traits.items())
        if (way := showing(fact, trait, states)) is not None
    ]
    found: dict[str, Showing] = {}
    taken: set[tuple[str, str]] = set()
    for *_, field, key, way in sorted(ways, key=lambda way: way[:3]):
        if field not in found and key not in taken:
            found[field] = way
            taken.add(key)
    return found


def _told(fact: Fact) -> str:
    values = ", ".join(f"{value}: {text}" for value, text in fact.texts.items())
    kind = {"emb2;": "Layer", "PROP;": "Dynamic Property"}.get(fact.prefix, "Mark When Moved")
    return f"{kind} {fact.name or ''}".rstrip() + f" ({values})"


def _tracker(module: Module, wanted: Wanted) -> str:
    """Return the turn tracker whose first level lists as many turns as the game has."""
    for tracker in module.turn_trackers:
        if tracker.levels and wanted.turns and len(tracker.levels[0].names) == len(wanted.turns):
            return tracker.id
    return ""


def _tracker_row(wanted: Wanted, tracker: str) -> Finding:
    name = f"{len(wanted.turns)} turns"
    if tracker:
        return Finding("turn tracker", name, tracker, SURE)
    why = "no turn tracker lists as many; the marker on the turn track is what counts"
    return Finding("turn tracker", name, note=why)
