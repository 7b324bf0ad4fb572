"""[3.2] What is remembered of a Ground Phase: the segment in progress and how it began.

It is one text, kept on the track "segment" so that a save can hold it:
`acting=A/2/8,1 Md;begun=2711;entered=1;left=2/8 HQ;group=2/8 Btn;partners=B/2/8` and, with
option 3, `judged=A/2/8:btn,B/2/8:rgt` from the start of the phase to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

TRACK = "segment"


@dataclass(frozen=True, slots=True)
class Segment:
    """A Ground Segment in progress.

    `acting` are the units that go on together and `begun` the hex where they began. `left` were
    dropped off here and end their segment when the others go. `entered`: the movement trigger is
    used. `group` and `partners` are the coordination as judged at the start [9.3].
    """

    acting: tuple[str, ...]
    begun: str
    entered: bool = False
    left: tuple[str, ...] = ()
    group: str = ""
    partners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered: the segment in progress, and with option 3 how far each Inf's LOC went.

    `judged` is None until coordination was judged for the whole phase.
    """

    segment: Segment | None = None
    judged: Mapping[str, str] | None = field(default=None)

    def __str__(self) -> str:
        parts = []
        if self.judged is not None:
            pairs = ",".join(f"{name}:{reach}" for name, reach in self.judged.items())
            parts.append(f"judged={pairs}")
        if (now := self.segment) is not None:
            parts += [f"acting={_list(now.acting)}", f"begun={now.begun}"]
            parts += ["entered=1"] if now.entered else []
            parts += [f"left={_list(now.left)}"] if now.left else []
            parts += [f"group={now.group}"] if now.group else []
            parts += [f"partners={_list(now.partners)}"] if now.partners else []
        return ";".join(parts)


def _list(names: Iterable[str]) -> str:
    return ",".join(names)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def parse(text: str) -> Memory:
    """Return what a text remembers; raises RuleError for one that nobody wrote here."""
    values: dict[str, str] = {}
    for part in text.split(";") if text else ():
        key, equals, value = part.partition("=")
        if not equals or key in values:
            raise RuleError(f"expected a segment such as acting=A/2/8;begun=2711, found {text!r}")
        values[key] = value
    judged = values.get("judged")
    reach = None
    if judged is not None:
        reach = {name: far for name, _, far in (pair.partition(":") for pair in _names(judged))}
    if "acting" not in values:
        return Memory(None, reach)
    segment = Segment(
        acting=_names(values["acting"]),
        begun=values.get("begun", ""),
        entered=values.get("entered") == "1",
        left=_names(values.get("left", "")),
        group=values.get("group", ""),
        partners=_names(values.get("partners", "")),
    )
    return Memory(segment, reach)


def recall(state: State) -> Memory:
    """Return what a position remembers of its Ground Phase."""
    memory = parse(str(state.tracks[TRACK]))
    now = memory.segment
    for name in (*now.acting, *now.left, *now.partners) if now else ():
        if name not in state.units:
            raise RuleError(f"the segment in progress names {name!r}, and there is no such unit")
    return memory


def in_progress(state: State) -> Segment | None:
    """Return the Ground Segment in progress, or None."""
    return recall(state).segment


def remember(state: State, memory: Memory) -> Steps[None]:
    """Put what is to be remembered on the track."""
    before, after = str(state.tracks[TRACK]), str(memory)
    if before != after:
        yield Advance(TRACK, before, after, "[3.2] Ground Segment")


def keep(state: State, segment: Segment | None) -> Steps[None]:
    """Remember a segment as it is now, or that it is over."""
    yield from remember(state, replace(recall(state), segment=segment))


def forget(state: State) -> Steps[None]:
    """Forget the whole Ground Phase: it is over."""
    yield from remember(state, Memory())


def warn(state: State) -> Steps[None]:
    """Tell that the save cannot hold a segment in progress, where that is so."""
    if TRACK in state.forgets:
        yield Tell(
            "This save has no property bridge_segment: a segment must be played to its end,"
            " and is not remembered from save to save [3.2]"
        )
