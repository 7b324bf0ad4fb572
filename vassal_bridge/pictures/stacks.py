"""Where the pieces of a stack lie, and how stacks and decks are drawn (StackMetrics, Deck)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.fields import Record, read_int
from vassal_bridge.formats.pieces import Deck
from vassal_bridge.formats.traittable import DECK_STATE
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.counter import Brush, Counter, Sight
from vassal_bridge.pictures.shapes import Rect, bounds, shifted, stretched
from vassal_bridge.pictures.sheet import Ink, Sheet

BLACK: Ink = (0, 0, 0, 255)
_HAND_STEP = 12


@dataclass(frozen=True, slots=True)
class StackOffset:
    """Pixels by which each further member of a closed stack is drawn right and up.

    A hand lays its pieces side by side instead, `right` pixels apart. With a `colour` only
    the top piece is drawn, and the others as areas of that colour.
    """

    right: int = 2
    up: int = 4
    colour: Ink | None = None
    is_hand: bool = False


def stack_offset(found: GameMap) -> StackOffset:
    """Return how a map sets the members of its stacks off (VASSAL's StackMetrics)."""
    metrics = found.component.find("map.StackMetrics", "HandMetrics")
    is_hand = found.component.kind == "PlayerHand"
    if metrics is None:
        return StackOffset(_HAND_STEP, 0, None, True) if is_hand else StackOffset()
    if is_hand:
        right = read_int(metrics.get("exSepX"), _HAND_STEP)
        return StackOffset(right, read_int(metrics.get("exSepY")), None, True)
    return StackOffset(
        read_int(metrics.get("unexSepX"), StackOffset().right),
        read_int(metrics.get("unexSepY"), StackOffset().up),
        read_ink(metrics.get("color")),
    )


@dataclass(frozen=True, slots=True)
class Placed:
    """A counter and where it is drawn: its point, in map pixels."""

    counter: Counter
    x: int
    y: int


def lay_stack(counters: list[Counter], x: int, y: int, offset: StackOffset) -> list[Placed]:
    """Return where the members of a stack lie, bottom first; unseen ones take no place.

    Every piece is placed as if it were not turned.
    """
    found: list[Placed] = []
    under: Rect | None = None
    for counter in counters:
        if counter.is_invisible:
            continue
        own = counter.seen(is_flat=True).bounds()
        if under is not None and offset.is_hand:
            x += under.width + offset.right
        elif under is not None:
            x = _next(x, offset.right, (under.x, under.right), (own.x, own.width))
            y = _next(y, -offset.up, (under.y, under.bottom), (own.y, own.height))
        under = own.moved(x, y)
        found.append(Placed(counter, x, y))
    return found


def _next(at: int, step: int, under: tuple[int, int], own: tuple[int, int]) -> int:
    """Return a coordinate of the next piece; steps down or right go by the near edges."""
    if step > 0:
        return under[0] + step - own[0]
    if step < 0:
        return under[1] - own[1] + step - own[0]
    return at


def draw_stack(placed: list[Placed], brush: Brush, offset: StackOffset) -> None:
    """Draw the members of a stack, bottom first."""
    for one in placed:
        x, y = int(one.x * brush.zoom), int(one.y * brush.zoom)
        if offset.colour is not None and one is not placed[-1]:
            shape = stretched(one.counter.shape(), brush.zoom, brush.zoom)
            _blank(brush.sheet, shifted(shape, x, y), offset.colour)
        else:
            one.counter.draw(brush, x, y)


def _blank(sheet: Sheet, shape: tuple[tuple[tuple[float, float], ...], ...], ink: Ink) -> None:
    rect = bounds(shape)
    if shape == rect.shape:
        sheet.rectangle((rect.x, rect.y, rect.right, rect.bottom), ink, BLACK)
        return
    sheet.fill(shape, ink)
    sheet.stroke(shape, BLACK, closed=True)


def draw_deck(
    deck: Deck, counter_of: Callable[[str], Counter | None], brush: Brush, offset: StackOffset
) -> None:
    """Draw a deck: its outline, or its cards as a pile, face up or down."""
    zoom = brush.zoom
    x, y = int(deck.x * zoom), int(deck.y * zoom)
    cards = [card for one in deck.members if (card := counter_of(one)) is not None]
    if not cards:
        _draw_outline(deck, brush, x, y)
        return
    is_down = is_face_down(deck)
    top = cards[-1].seen(sight=Sight.BACK if is_down else Sight.ALL)
    count = min(len(cards), max(1, deck.type.number("max_stack")))
    unders = [top] * (count - 1) if is_down else cards[len(cards) - count : -1]
    for place, card in enumerate(unders):
        step = int(zoom * 2 * place)
        if offset.colour is None:
            card.draw(brush, x + step, y - step)
        else:
            rect = top.bounds()
            left, upper = x + step + int(zoom * rect.x), y - step + int(zoom * rect.y)
            box = (left, upper, left + int(zoom * rect.width), upper + int(zoom * rect.height))
            brush.sheet.rectangle(box, offset.colour, BLACK)
    step = int(zoom * 2 * (count - 1))
    top.draw(brush, x + step, y - step)


def is_face_down(deck: Deck) -> bool:
    """Tell whether a deck shows the backs of its cards."""
    return Record(deck.state_text, DECK_STATE).flag("face_down")


def _draw_outline(deck: Deck, brush: Brush, x: int, y: int) -> None:
    record = deck.type
    ink = read_ink(record["colour"])
    if not record.flag("outlined") or ink is None:
        return
    width, height = record.number("width"), record.number("height")
    left, top = x - int(brush.zoom * (width // 2)), y - int(brush.zoom * (height // 2))
    box = (left, top, left + int(brush.zoom * width), top + int(brush.zoom * height))
    brush.sheet.rectangle(box, None, ink)
