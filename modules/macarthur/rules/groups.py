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
            return tuple(sorted(tuple(sorted(group)) for group in found))
    return ()


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
