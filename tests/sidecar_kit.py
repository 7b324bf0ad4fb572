"""For the sidecar's tests: a clock and a watcher made of lists, saves, and an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.sidecar.serve import Answer, Event

GOLDEN = Path(__file__).resolve().parent / "data" / "golden"
GOOD = GOLDEN / "broken" / "00-good.vsav"
KITCHEN = GOLDEN / "kitchen" / "01-new.vsav"

Step = Callable[[], object]
"""What happens in the folder between two looks."""


def nothing() -> None:
    """Let time pass."""


def with_chat(data: bytes, text: str) -> bytes:
    """Return a save with one more chat line, so that its digest differs."""
    save = Save.from_bytes(data)
    save.commands.extend([Command("CHAT" + text)])
    return save.to_bytes()


def a_save(number: int = 0, source: Path = GOOD) -> bytes:
    """Return the bytes of a good save; each number gives other bytes."""
    return with_chat(source.read_bytes(), f"save {number}") if number else source.read_bytes()


def answered(data: bytes) -> bytes:
    """Return what `Chatty` answers to a save."""
    return with_chat(data, "* answered *")


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass
class Chatty:
    """An answer that adds a chat line; it remembers the saves that it was asked about."""

    asked: list[str] = field(default_factory=list)

    def __call__(self, save: Save) -> Answer:
        self.asked.append(save.name)
        return Answer(
            answered(save.to_bytes()), "a line was said", ["one", "two"], {"rolls": [[3, 4]]}
        )


@dataclass
class Time:
    """A clock that stands still between ticks, and ticks that carry out steps."""

    now: float = 100.0
    pause: float = 0.5

    def clock(self) -> float:
        return self.now

    def ticks(self, *steps: Step | tuple[Step, Collection[str]]) -> Iterator[Collection[str]]:
        """Carry out each step, let the pause pass, report its names; end when all are done."""
        for step in steps:
            action, names = step if isinstance(step, tuple) else (step, ())
            action()
            self.now += self.pause
            yield names


def long_enough(seconds: float = 6.0, pause: float = 0.5) -> list[Step]:
    """Return steps that do nothing for some seconds of the list's time."""
    return [nothing] * int(seconds / pause)


def kinds(events: list[Event]) -> list[str]:
    """Return what the events are, without the first and the last."""
    assert events[0].kind == "watching"
    assert events[-1].kind == "stopped"
    return [event.kind for event in events[1:-1]]


def names(folder: Path) -> list[str]:
    """Return everything that lies in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


def chat_of(path: Path) -> list[str]:
    """Return the chat lines in a save."""
    return [command["text"] for command in open_save(path).commands.all("Chat")]
