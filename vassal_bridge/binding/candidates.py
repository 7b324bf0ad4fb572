"""Candidates: the pieces of a module that may be a game's counters, from its slots and saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from vassal_bridge.binding.bindingfile import PieceKey
from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import images_of

LAYERS = ("emb2;", "emb;")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Pieces of one name, slot and image; `count` of them are in play, 0 for one in a palette.

    `labels` are the names that they go by: the piece's own, the slot's, those of its images.
    """

    name: str
    gpid: str
    image: str
    labels: tuple[str, ...] = ()
    traits: tuple[Trait, ...] = field(default=(), repr=False)
    count: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from the others."""
        return self.name, self.gpid, self.image


def candidates_of(module: Module, save: Save | None) -> list[Candidate]:
    """Return the pieces of a save, or else of the module's set-ups, then those of its slots."""
    found: dict[tuple[str, str, str], Candidate] = {}
    for one in (save,) if save is not None else _setups(module):
        for key, candidate in _in_play(one).items():
            if key not in found or found[key].count < candidate.count:
                found[key] = candidate
    entries = {slot.gpid: slot.entry_name for slot in module.slots}
    for slot in module.slots:
        chain = module.expand(slot.definition).traits
        traits = tuple(Trait(place, one.type, one.state) for place, one in enumerate(chain))
        candidate = _candidate(traits, slot.gpid)
        found.setdefault(candidate.key, candidate)
    return _merged([_named(one, entries.get(one.gpid, "")) for one in found.values()])


def _merged(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates with those of one name and look made one, unless more are in play.

    A counter often lies in a palette as well as at its start, from two slots.
    """
    groups: dict[tuple[str, str], list[Candidate]] = {}
    for one in candidates:
        groups.setdefault((one.name, one.image), []).append(one)
    found: list[Candidate] = []
    for group in groups.values():
        count = sum(one.count for one in group)
        if count > 1 or len(group) == 1:
            found += group
            continue
        best = max(group, key=lambda one: one.count)
        labels = dict.fromkeys(label for one in group for label in one.labels)
        found.append(replace(best, gpid="", labels=tuple(labels)))
    return found


def _setups(module: Module) -> Iterator[Save]:
    for setup in module.setups:
        if setup.file and setup.file in module.archive:
            try:
                yield Save.from_bytes(module.archive[setup.file], name=setup.file)
            except BridgeError:  # a damaged set-up has nothing to propose; `lint` tells of it
                continue


def _in_play(save: Save) -> dict[tuple[str, str, str], Candidate]:
    counts: Counter[tuple[str, str, str]] = Counter()
    found: dict[tuple[str, str, str], Candidate] = {}
    for piece in save.pieces:
        candidate = _candidate(tuple(piece.traits), piece.gpid)
        counts[candidate.key] += 1
        found.setdefault(candidate.key, candidate)
    return {key: replace(one, count=counts[key]) for key, one in found.items()}


def _candidate(traits: tuple[Trait, ...], gpid: str) -> Candidate:
    basic = traits[-1].type
    image = "" if traits[-1].is_opaque else basic["image"]
    name = "" if traits[-1].is_opaque else basic["name"]
    layers = [image for one in traits if one.prefix in LAYERS for image in images_of(one)]
    shown = image or next((one for one in layers if one), "")
    return Candidate(name, gpid, shown, traits=traits)


def _named(one: Candidate, entry: str) -> Candidate:
    stem = PurePosixPath(one.image).stem
    labels = dict.fromkeys(text for text in (one.name, entry, stem) if text)
    return replace(one, labels=tuple(labels))


def key_among(one: Candidate, everything: Iterable[Candidate]) -> PieceKey:
    """Return the least that tells a candidate from the others: its name, gpid, image."""
    others = [other for other in everything if other.name == one.name and other.key != one.key]
    if not others and one.name:
        return PieceKey(one.name)
    if all(other.gpid != one.gpid for other in others) and one.gpid:
        return PieceKey(one.name, one.gpid)
    return PieceKey(one.name, one.gpid, one.image)
