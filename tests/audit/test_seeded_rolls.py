"""The sidecar's rolls in a log's chat are those of its seed."""

from __future__ import annotations

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.within.rolled import reports_without_roll
from vassal_bridge.audit.within.seeded import seeded_rolls
from vassal_bridge.formats.logs.log import Log, log_from, open_log
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import Roll, SeededDice

HEADING = "CHAT* vassal-bridge: Red Beach One: Tarawa, night, seed 7 (house edition) *"


def told(seed: int = 7, change: int = 0) -> list[str]:
    """Return the lines in which a run tells its rolls; one of them may be changed."""
    dice = SeededDice(seed)
    rolls = [dice.roll(Roll(spec, "why")) for spec in ("2d6", "1d6", "1d10")]
    faces = [list(one.faces) for one in rolls]
    if change:
        faces[change - 1][0] = faces[change - 1][0] % 6 + 1
    return [
        f"CHAT*** {one.spec} = {','.join(map(str, own))} *** &lt;vassal-bridge&gt; "
        f"roll {one.number}: [3.3] why"
        for one, own in zip(rolls, faces, strict=True)
    ]


def steps_found(lines: list[str]) -> list[int]:
    save = open_log(GOLDEN / "logs" / "start.vsav").save
    log = Log(Save.from_bytes(log_from(save, [[line] for line in lines]), name="run.vlog"))
    found = seeded_rolls(Reading(log))
    assert list(reports_without_roll(Reading(log))) == []
    return [one.step for one in found]


def test_the_rolls_of_the_seed_give_no_finding() -> None:
    assert steps_found([HEADING, *told()]) == []


@pytest.mark.parametrize("change", [1, 2, 3])
def test_a_changed_roll_is_found_at_its_step(change: int) -> None:
    assert steps_found([HEADING, *told(change=change)]) == [change + 1]


def test_another_run_has_its_own_seed() -> None:
    other = HEADING.replace("seed 7", "seed 8")
    assert steps_found([HEADING, *told(7), other, *told(8)]) == []
    assert steps_found([other, *told(7)]) != []


def test_rolls_without_a_heading_are_found_and_thrown_dice_are_not_judged() -> None:
    assert steps_found(told()) == [1, 2, 3]
    assert steps_found([HEADING.replace(", seed 7", ""), *told(change=1)]) == []
