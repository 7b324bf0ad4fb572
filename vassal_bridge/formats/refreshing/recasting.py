"""How the pieces of one type become pieces of one slot; worked out once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.prototypes import TraitTexts
from vassal_bridge.formats.refreshing.carrying import Options, fit_of, make_plan, says_something
from vassal_bridge.formats.respelling import changes_states, respelled
from vassal_bridge.formats.traits import Trait

_Fit = Callable[[str], str]


class Recast:
    """The traits of old pieces of one type, those of a new piece, and what goes from one to other.

    Types and states are without the BasicPiece's, which is always the last of either.
    """

    def __init__(
        self, old_types: Sequence[str], new: Sequence[TraitTexts], options: Options
    ) -> None:
        self.old = [respelled(text, "")[0] for text in old_types]
        self.new = tuple(new)
        self.types = str(Chain.of(one.type for one in new))
        self.is_other = [one.type for one in new] != self.old
        self._spelled = list(old_types)
        self._changed = [n for n, text in enumerate(old_types) if changes_states(text)]
        plan = make_plan(self.old[:-1], [one.type for one in new[:-1]], options)
        self._left = plan.left
        self._fits: list[tuple[int, int, _Fit]] = [
            (pair.new, pair.old, fit_of(self.old[pair.old], new[pair.new], pair, options))
            for pair in plan.pairs
        ]

    def respelled(self, states: Sequence[str]) -> list[str]:
        """Return a piece's states as the present VASSAL spells them."""
        found = list(states)
        for place in self._changed:
            found[place] = respelled(self._spelled[place], found[place])[1]
        return found

    def states(self, old: Sequence[str]) -> list[str]:
        """Return the states of the new piece, its BasicPiece's too, from respelled old ones."""
        made = [one.state for one in self.new]
        for new_place, old_place, fit in self._fits:
            made[new_place] = fit(old[old_place])
        made[-1] = old[-1]
        return made

    def lost(self, old: Sequence[str]) -> list[Trait]:
        """Return the traits of an old piece that said something and give their state to nobody."""
        left = [Trait(place, self.old[place], old[place]) for place in self._left]
        return [trait for trait in left if says_something(trait)]
