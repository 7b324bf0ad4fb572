"""What the pieces of one type have in common, worked out once however many there are.

Pieces from one slot have the same types; only their states differ. So the fields of the types,
and which traits answer for properties, name the piece or hide it, are kept by type.

>>> Makeup.of(("mark;Side", "label;", "piece;;;a.png;Inf")).basic_name
'Inf'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.traits import Trait, TraitSpec, prefix_of, spec_of
from vassal_bridge.formats.traitvalues import ANSWERS, NAMINGS, Answer, Naming

_KEPT = 1024
"""How many makeups are kept: more than the kinds of counters in most games."""
_BASIC = spec_of("piece;")


class SeenType:
    """The type of a trait that is only read: its fields are divided once."""

    __slots__ = ("_record", "index", "prefix", "spec", "text")

    def __init__(self, index: int, text: str) -> None:
        self.index = index
        self.text = text
        self.prefix = prefix_of(text)
        self.spec = spec_of(text)
        self._record: Record | None = None

    @property
    def record(self) -> Record:
        """The fields of the type, without the prefix; not to be set."""
        if self._record is None:
            body = self.text[len(self.spec.prefix) :]
            self._record = Record(body, self.spec.type_layout(body))
        return self._record


class SeenTrait(Trait):
    """A trait that is only read: its state is divided once, its type once for all pieces."""

    __slots__ = ("_own", "_state")

    def __init__(self, own: SeenType, state_text: str) -> None:
        super().__init__(own.index, own.text, state_text)
        self._own = own
        self._state: Record | None = None

    @property
    def spec(self) -> TraitSpec:
        """The row of TRAITS that describes the trait; OPAQUE where none does."""
        return self._own.spec

    @property
    def prefix(self) -> str:
        """The prefix of the trait's type, known or not, such as `emb2;`."""
        return self._own.prefix

    @property
    def type(self) -> Record:
        """The fields of the type, without the prefix; not to be set."""
        return self._own.record

    @property
    def state(self) -> Record:
        """The fields of the state; not to be set."""
        if self._state is None:
            self._state = super().state
        return self._state


@dataclass(frozen=True, slots=True)
class Makeup:
    """The traits' types of some pieces, and the indexes of the traits that do something.

    `answering` and `naming` go from the outermost trait inwards and leave the BasicPiece out;
    `places` are the indexes of all traits by prefix.
    """

    types: tuple[SeenType, ...]
    answering: tuple[tuple[int, Answer], ...]
    naming: tuple[tuple[int, Naming], ...]
    places: Mapping[str, list[int]]
    basic_name: str

    @staticmethod
    @lru_cache(maxsize=_KEPT)
    def of(types: tuple[str, ...]) -> Makeup:
        """Return the makeup of the pieces whose traits have these types."""
        seen = tuple(SeenType(index, text) for index, text in enumerate(types))
        places: dict[str, list[int]] = {}
        for one in seen:
            places.setdefault(one.prefix, []).append(one.index)
        basic = Record(types[-1].removeprefix(_BASIC.prefix), _BASIC.type)
        return Makeup(
            seen,
            tuple((one.index, ANSWERS[one.prefix]) for one in seen[:-1] if one.prefix in ANSWERS),
            tuple((one.index, NAMINGS[one.prefix]) for one in seen[:-1] if one.prefix in NAMINGS),
            places,
            basic["name"],
        )
