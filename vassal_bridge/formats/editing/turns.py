"""Turn trackers: set to named values, or advanced and turned back as VASSAL's buttons do.

Source: VASSAL.build.module.turn.TurnTracker, TurnLevel, CounterTurnLevel and ListTurnLevel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from vassal_bridge.errors import AmbiguousName, BindingError, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.editing.places import meant
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import TurnLevel, TurnTracker
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.tokens import encode_safely, format_boolean

NEXT, PREVIOUS = "next", "previous"


@dataclass(slots=True)
class Level:
    """One level of a tracker in hand: what it counts, and what it shows now."""

    spec: TurnLevel
    current: int
    sub: int
    first: int
    active: list[bool]
    loops: bool
    limit: int
    levels: list[Level]
    rolled: bool = False

    @classmethod
    def read(cls, spec: TurnLevel, state: Record) -> Level:
        """Return a level as its state tells it."""
        is_list = bool(spec.names)
        inner = [
            cls.read(one, text)
            for one, text in zip(spec.levels, state.items("level"), strict=False)
        ]
        return cls(
            spec,
            state.number("current"),
            state.number("sub_level"),
            state.number("first") if is_list else spec.start,
            [text == "true" for text in state.values("active")] if is_list else [],
            spec.loops if is_list else state.flag("loop"),
            -1 if is_list else state.number("limit"),
            inner,
        )

    @property
    def text(self) -> str:
        """The state's text."""
        head = [str(self.current), str(self.sub)]
        if self.spec.names:
            flags = ",".join(format_boolean(flag) for flag in self.active)
            head += [str(self.first), flags]
        else:
            head += [format_boolean(self.loops), str(self.limit)]
        return encode_safely([*head, *(one.text for one in self.levels)], ";")

    def walk(self) -> Iterator[Level]:
        """Yield the level and all inside it."""
        yield self
        for one in self.levels:
            yield from one.walk()

    def set_low(self) -> None:
        """Begin anew, with everything inside."""
        self.sub = 0
        self.current = self.first
        for one in self.levels[:1]:
            one.set_low()

    def set_high(self) -> None:
        """Go to the last value, with everything inside."""
        if self.spec.names:
            self.current = (self.first - 1) % len(self.spec.names)
            self._skip(-1)
        else:
            self.current = self.limit if self.loops else self.first
        self.sub = max(len(self.levels) - 1, 0)
        for one in self.levels[-1:]:
            one.set_high()

    def step(self, by: int) -> None:
        """Go on by one, or back by one with `by` -1; `rolled` tells whether it began anew."""
        self.rolled = False
        if self.levels and not self._step_inside(by):
            return
        if self.spec.names:
            self.current = (self.current + by) % len(self.spec.names)
            self._skip(by)
            edge = self.first if by > 0 else (self.first - 1) % len(self.spec.names)
            self.rolled = self.current == edge
            return
        self.current += by * self.spec.step
        if by > 0 and self.loops and self.current > self.limit:
            self.current, self.rolled = self.spec.start, True
        elif by < 0 and self.current < self.spec.start and self.loops:
            self.current, self.rolled = self.limit, True

    def _step_inside(self, by: int) -> bool:
        """Let the inner level step; tell whether all of them are through."""
        inner = self.levels[self.sub]
        inner.step(by)
        if not inner.rolled:
            return False
        self.sub += by
        through = not 0 <= self.sub < len(self.levels)
        self.sub %= len(self.levels)
        following = self.levels[self.sub]
        if by > 0:
            following.set_low()
        else:
            following.set_high()
        return through

    def _skip(self, by: int) -> None:
        """Pass over entries of a list that are switched off."""
        count = len(self.spec.names)
        for _ in range(count):
            if self.current >= len(self.active) or self.active[self.current]:
                return
            self.current = (self.current + by) % count

    def set(self, value: str) -> bool:
        """Show a value of the level; False where it has none such."""
        if self.spec.names:
            if value not in self.spec.names:
                return False
            self.current = self.spec.names.index(value)
            return True
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            return False
        self.current = int(value)
        return True


def turned(
    position: Position, module: Module, to: str | Mapping[str, str | int], tracker: str | None
) -> list[str]:
    """Return the command that sets a turn tracker: on by one, back by one, or to values.

    Raises:
        BindingError: there is no such tracker, level or value.
        AmbiguousName: there are several trackers and none was named.
    """
    found = _tracker(position, module, tracker)
    line = next(one for one in position.lines.of("SetTurn") if one["tracker"] == found.id)
    state = line.record.nested("state")
    levels = [
        Level.read(spec, text)
        for spec, text in zip(found.levels, state.items("level"), strict=False)
    ]
    at = state.number("current")
    if isinstance(to, str):
        at = _stepped(levels, at, to)
    else:
        _set(found, levels, to)
        at = _shown(levels, at, list(to))
    text = encode_safely([str(at), *(one.text for one in levels)], "|")
    return [] if text == line["state"] else edits.set_turn(found.id, text)


def _stepped(levels: Sequence[Level], at: int, to: str) -> int:
    if to not in (NEXT, PREVIOUS):
        raise BindingError(f"expected next, previous or values of levels, found {to!r}")
    by = 1 if to == NEXT else -1
    if not levels:
        return at
    levels[at].step(by)
    if levels[at].rolled:
        at = (at + by) % len(levels)
        if by > 0:
            levels[at].set_low()
        else:
            levels[at].set_high()
    return at


def _set(tracker: TurnTracker, levels: Sequence[Level], to: Mapping[str, str | int]) -> None:
    by_name = {one.spec.property: one for level in levels for one in level.walk()}
    for name, value in to.items():
        if name not in by_name:
            known = ", ".join(by_name)
            raise BindingError(
                f"the turn tracker {tracker.name!r} has the levels {known}, found {name!r}"
                f"{meant(name, list(by_name))}"
            )
        if not by_name[name].set(str(value)):
            names = ", ".join(by_name[name].spec.names) or "a whole number"
            raise BindingError(f"expected {names} for {name}, found {value!r}")


def _shown(levels: Sequence[Level], at: int, names: list[str]) -> int:
    """Return the outer level that shows the last of the named ones; inner ones follow."""
    for place, level in enumerate(levels):
        for one in level.walk():
            for inner_place, inner in enumerate(one.levels):
                if any(found.spec.property in names for found in inner.walk()):
                    one.sub = inner_place
        if any(one.spec.property in names for one in level.walk()):
            at = place
    return at


def _tracker(position: Position, module: Module, name: str | None) -> TurnTracker:
    there = {line["tracker"] for line in position.lines.of("SetTurn")}
    trackers = [one for one in module.turn_trackers if one.id in there]
    found = [one for one in trackers if name in (None, one.name, one.id)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(repr(one.name) for one in trackers) or "none"
    if not found:
        raise BindingError(
            f"expected a turn tracker of {known}, found {name!r}", where=Where(position.save.name)
        )
    raise AmbiguousName(
        f"there are several turn trackers: {known}; name one", where=Where(position.save.name)
    )
