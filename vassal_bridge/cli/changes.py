"""What `edit` and `log append` share: changes read from a file, shuffled by dice, told, proved."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from vassal_bridge.cli.output import put, put_json, put_table
from vassal_bridge.cli.texts import decode_text, read_text
from vassal_bridge.errors import VerifyError
from vassal_bridge.formats.editing.changesfile import VERBS, Change, read_changes
from vassal_bridge.formats.editing.changing import Made, prove
from vassal_bridge.formats.pieces import PieceId
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import Roll, SeededDice, draw_seed


def verbs() -> str:
    """Return every verb with what it names and its keys, a line each, for a help text."""
    lines = []
    for verb in VERBS:
        keys = " ".join(f"[{key[:-1]}]" if key.endswith("?") else key for key in verb.keys)
        lines.append(f"  {verb.name:<12}{verb.what}" + (f"; {keys}" if keys else ""))
    return "\n".join(lines)


def changes_in(name: str) -> list[Change]:
    """Return the changes in a file, TOML or JSON by its name; `-` reads TOML from the input.

    Raises:
        ChangesError: the text cannot be read, or says what no change can; all is listed.
    """
    if name == "-":
        text = decode_text(sys.stdin.buffer.read(), "the input")
        return read_changes(text, name="the input")
    path = Path(name)
    return read_changes(read_text(path), name=path.name, as_json=path.suffix.lower() == ".json")


def proved(before: Save, edited: Save) -> bytes:
    """Return a new save's bytes, read again and compared with what the changes should give.

    Raises:
        VerifyError: something differs; the bytes are its evidence.
    """
    data = edited.to_bytes()
    try:
        after, editor = Save.from_bytes(data, name=before.name), edited.editor
        prove(before, after, editor.commands, flat_maps=editor.flat_maps)
    except VerifyError as error:
        error.evidence = data
        raise
    return data


def show_made(
    made: list[Made], differences: Iterable[object], *, written: bool, as_json: bool
) -> None:
    """Print what each change did, and what somebody sees of it to whom nothing hidden is shown."""
    told = [str(one) for one in differences]
    if as_json:
        put_json(
            {
                "changes": [{"change": one.number, "did": one.words} for one in made],
                "differences": told,
                "written": written,
            }
        )
        return
    if not made:
        put("There are no changes.")
        return
    put_table(("change", "did"), [(one.number, one.words) for one in made])
    if told:
        put("As somebody sees it to whom nothing hidden is shown:")
    for one in told:
        put(f"  {one}.")


def shuffled(seed: int | None, cards: list[PieceId]) -> tuple[int, list[PieceId]]:
    """Order cards by dice: the die names which of those left goes next, the lowest being 1."""
    used = draw_seed() if seed is None else seed
    dice = SeededDice(used)
    left, order = list(cards), []
    while left:
        place = 1 if len(left) < 2 else dice.roll(Roll(f"1d{len(left)}", why="shuffle")).total
        order.append(left.pop(place - 1))
    return used, order
