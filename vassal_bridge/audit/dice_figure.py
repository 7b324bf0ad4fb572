"""A figure of dice: for each player how often each face came, beside what is expected."""

from __future__ import annotations

from html import escape

from vassal_bridge.audit.luck import DiceReport, Group

_WIDTH, _ROW = 640, 150
_LEFT, _TOP, _BARS = 20, 40, 80
_INK, _BAR, _LINE = "#737b85", "#4f86c6", "#c0504d"
"""Colours that can be told apart, by brightness too, on white paper and on black."""
_MOST_SIDES = 30
"""Dice with more sides are left out: their bars would be too thin to be seen."""


def dice_figure(report: DiceReport) -> str:
    """Return the figure as SVG: a row of bars for each player and size of dice."""
    groups = [one for one in report.groups if one.by == "player" and one.sides <= _MOST_SIDES]
    height = max(_ROW * len(groups), 40)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}"'
        f' viewBox="0 0 {_WIDTH} {height}" role="img" font-family="Liberation Sans, sans-serif"'
        f' font-size="12" fill="{_INK}">',
        "<title>How often each face came, by player; the line is what is expected</title>",
    ]
    for place, group in enumerate(groups):
        parts += _row(group, place * _ROW)
    return "\n".join([*parts, "</svg>"])


def _row(group: Group, top: int) -> list[str]:
    dice = sum(group.counts)
    title = (
        f"{group.title}: {group.rolls} rolls, {dice} dice, {group.expected:.1f} of each expected"
    )
    parts = [f'<text x="{_LEFT}" y="{top + 20}" font-weight="bold">{escape(_clean(title))}</text>']
    scale = _BARS / max(*group.counts, group.expected)
    base = top + _TOP + _BARS
    pitch = (_WIDTH - 2 * _LEFT) / group.sides
    for place, count in enumerate(group.counts):
        x, height = _LEFT + place * pitch, count * scale
        middle, over = x + pitch / 2, base - height - 3
        parts += [
            f'<rect x="{x + pitch * 0.15:.1f}" y="{base - height:.1f}"'
            f' width="{pitch * 0.7:.1f}" height="{height:.1f}" fill="{_BAR}"/>',
            f'<text x="{middle:.1f}" y="{over:.1f}" text-anchor="middle">{count}</text>',
            f'<text x="{middle:.1f}" y="{base + 14}" text-anchor="middle">{place + 1}</text>',
        ]
    line = base - group.expected * scale
    parts.append(
        f'<line x1="{_LEFT}" x2="{_WIDTH - _LEFT}" y1="{line:.1f}" y2="{line:.1f}"'
        f' stroke="{_LINE}" stroke-width="2" stroke-dasharray="6 4"/>'
    )
    return parts


def _clean(text: str) -> str:
    """Return a text with a mark in place of what an SVG may not hold."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)
