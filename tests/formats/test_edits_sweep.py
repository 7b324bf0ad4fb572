"""Every kind of edit on saves of many modules: read again, proved, told by a diff, undone."""

from functools import cache
from pathlib import Path

import pytest

from tests.conftest import GOLDEN
from tests.edit_kit import kitchen
from tests.edit_sweep import EDITS, check
from vassal_bridge.errors import BindingError, FormatError
from vassal_bridge.formats.editing.changing import prove
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.save import Save, open_save

RAGNAROK = "jzedwards__vassal-hex-n-counters-template"
SAMPLE = (
    f"{RAGNAROK}/ragnarok/vassal/ragnarok-start.vsav",
    "pacman-ghost__vasl-templates/vasl_templates/webapp/tests/fixtures/analyze-vsav/basic.vsav",
    "DrEvil-TitaniumHelix__vsav-engine/games_bundled/tobruk/scenario_meeting.vsav",
)
"""Saves of three modules that are checked at every run."""

LARGE = 400_000
"""Saves of so many bytes hold tens of thousands of commands, and take a minute for each edit."""

WITH_MODULE = ("move onto others", "move a stack", "flip", "turn", "place")
"""The kinds of edit that are checked at every run where the module is known."""


@cache
def ragnarok(corpus: Path) -> Module:
    return open_module(next((corpus / RAGNAROK / "repacked").glob("ragnarok*.vmod")))


def module_of(path: Path, corpus: Path) -> Module | None:
    if path.is_relative_to(GOLDEN):
        return kitchen()
    return ragnarok(corpus) if RAGNAROK in path.parts else None


@pytest.mark.parametrize("name", SAMPLE)
def test_edits_on_other_people_s_modules_do_what_they_say_and_nothing_else(
    name: str, corpus: Path
) -> None:
    path = corpus / name
    module = module_of(path, corpus)
    data = path.read_bytes()
    kinds = EDITS if module is None else WITH_MODULE
    made = [kind for kind in kinds if check(data, path.name, EDITS[kind], 0, module)]
    assert len(made) >= 5
    assert "move onto others" in made


@pytest.mark.parametrize("kind", ["draw", "put on a deck", "mask or unmask"])
def test_edits_on_decks_and_masks_do_what_they_say_and_nothing_else(kind: str) -> None:
    path = GOLDEN / "kitchen" / "04-decks.vsav"
    assert check(path.read_bytes(), path.name, EDITS[kind], 0, kitchen())


@pytest.mark.slow
@pytest.mark.parametrize("kind", EDITS)
def test_every_kind_of_edit_on_every_save(kind: str, corpus: Path) -> None:
    made = 0
    golden = sorted((GOLDEN / "kitchen").glob("0[1-6]*[a-z].vsav"))
    for path in [*golden, *sorted(corpus.rglob("*.vsav"))]:
        try:
            open_save(path)
        except FormatError:
            continue
        module = module_of(path, corpus)
        for number in range(3 if path.stat().st_size < LARGE else 0):
            made += check(path.read_bytes(), path.name, EDITS[kind], number, module)
    assert made


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["move onto others", "clone", "delete", "flip", "set a Marker"])
def test_edits_on_a_very_large_save(kind: str, corpus: Path) -> None:
    large = [path for path in sorted(corpus.rglob("*.vsav")) if path.stat().st_size >= LARGE]
    path = large[0]
    assert check(path.read_bytes(), path.name, EDITS[kind], 0, None)


@pytest.mark.slow
def test_every_key_command_of_every_piece_is_done_or_refused_and_proved(corpus: Path) -> None:
    done = 0
    for path in [GOLDEN / "kitchen" / "01-new.vsav", *sorted(corpus.rglob("*.vsav"))]:
        if path.stat().st_size >= LARGE:
            continue
        try:
            before, save = open_save(path), open_save(path)
        except FormatError:
            continue
        done += press_all(save, module_of(path, corpus))
        prove(before, Save.from_bytes(save.to_bytes(), name=path.name), save.editor.commands)
    assert done > 1000


def press_all(save: Save, module: Module | None) -> int:
    """Do every key command of a piece of each type; return how many were done."""
    if module is not None:
        save.belongs_to(module)
    first = {piece.type_text: piece.id for piece in reversed(list(save.pieces))}
    done = 0
    for piece_id in list(first.values())[:60]:
        names = save.piece(piece_id).commands if piece_id in save.pieces else []
        for name in names:
            if piece_id not in save.pieces:
                break
            try:
                save.piece(piece_id).do(name)
                done += 1
            except BindingError:
                continue
    return done
