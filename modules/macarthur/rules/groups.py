"""[8.3.2] Bombing groups: at most six factors each, and as few groups as can be."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 6
"""The most bomb factors of a group [8.3.2]."""

Groups = tuple[tuple[int, ...], ...]


def fewest_groups(factors: Sequence[int], most: int = MOST) -> Groups:
    """Return which bombers fly together: groups of places in `factors` [MAC-8.3.2-B, -C].

    MAC-8.3.2-C asks for the fewest groups; a search proves that no fewer will do. Among those,
    big factors come together first.

    Raises ValueError for a factor above the most or below 1.

    >>> fewest_groups([4, 3, 3, 2])
    ((0, 3), (1, 2))
    """
    if any(not 1 <= factor <= most for factor in factors):
        raise ValueError(f"expected factors of 1 to {most}, found {list(factors)}")
    order = sorted(range(len(factors)), key=lambda place: -factors[place])
    least = -(-sum(factors) // most)
    for count in range(least, len(factors) + 1):
        found = _fit(order, factors, [[] for _ in range(count)], [0] * count, most)
        if found is not None:
            return _sorted(found)
    return ()


def equal_groups(factors: Sequence[int], most: int = MOST) -> tuple[Groups, ...]:
    """Return a way to group for each set of sums that the fewest groups can have.

    The first is that of `fewest_groups`: which bombers fly together makes no other difference than
    the factors of each group, so the attacker chooses among the sums [8.3.2].

    >>> [[sum((3, 2, 2)[place] for place in group) for group in one]
    ...  for one in equal_groups([3, 2, 2])]
    [[5, 2], [3, 4]]
    """
    first = fewest_groups(factors, most)
    count, order = len(first), sorted(range(len(factors)), key=lambda place: -factors[place])
    ways: dict[tuple[int, ...], list[list[int]]] = {(0,) * count: [[] for _ in range(count)]}
    for place in order:
        after: dict[tuple[int, ...], list[list[int]]] = {}
        for sums, groups in ways.items():
            for number in _places_for(sums, factors[place], most):
                grown = [[*one, place] if n == number else one for n, one in enumerate(groups)]
                ranked = sorted(grown, key=lambda one: -sum(factors[p] for p in one))
                key = tuple(sum(factors[p] for p in one) for one in ranked)
                after.setdefault(key, ranked)
        ways = after
    others = {sums: _sorted(groups) for sums, groups in ways.items()}
    others.pop(tuple(sorted((sum(factors[p] for p in one) for one in first), reverse=True)), None)
    return (first, *(others[sums] for sums in sorted(others, reverse=True)))


def _places_for(sums: Sequence[int], factor: int, most: int) -> list[int]:
    """Return which groups can take a bomber, one for each sum that a group has."""
    seen = dict.fromkeys(total for total in sums if total + factor <= most)
    return [sums.index(total) for total in seen]


def _sorted(groups: Sequence[Sequence[int]]) -> Groups:
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def _fit(
    order: Sequence[int],
    factors: Sequence[int],
    groups: list[list[int]],
    sums: list[int],
    most: int,
) -> list[list[int]] | None:
    """Return the groups with every bomber in one of them, None where they do not fit."""
    if not order:
        return groups
    place, tried = order[0], set[int]()
    for number, total in enumerate(sums):
        if total in tried or total + factors[place] > most:
            continue
        tried.add(total)
        groups[number].append(place)
        sums[number] += factors[place]
        found = _fit(order[1:], factors, groups, sums, most)
        if found is not None:
            return found
        groups[number].pop()
        sums[number] -= factors[place]
    return None
