"""`simulate`: whole games by a policy, counted; the same seed gives the same report."""

import json

import pytest

from tests.cli_kit import call
from vassal_bridge.game.simulate import Played, Share, reasons, shares, spreads


def games(*winners: str) -> list[Played]:
    return [
        Played(number, winner, f"[{len(winner)}]", 10 * number, number, {"dead": number})
        for number, winner in enumerate(winners, start=1)
    ]


def test_wins_are_counted_for_every_side() -> None:
    found = shares(games("us", "jp", "us"), ("us", "jp"))
    assert [(share.side, share.won, share.games) for share in found] == [("us", 2, 3), ("jp", 1, 3)]


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    # Wilson's score intervals, worked out by hand from the formula with z = 1.96.
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_the_interval_is_wilsons(won: int, of: int, low: float, high: float) -> None:
    assert Share("us", won, of).interval == pytest.approx((low, high), abs=1e-4)


def test_reasons_stand_by_their_number() -> None:
    assert reasons(games("us", "jp", "jp")) == [("jp", "[2]", 2), ("us", "[2]", 1)]


def test_spreads_tell_mean_least_median_and_most() -> None:
    dead = spreads(games("us", "jp", "jp"))[0]
    assert (dead.name, dead.mean, dead.least, dead.median, dead.most) == ("dead", 2.0, 1, 2, 3)


def test_the_same_seed_gives_the_same_report_whatever_the_jobs() -> None:
    line = ["simulate", "red_beach", "--games", "2", "--policy", "default", "--seed", "3", "--json"]
    one, two = call(*line), call(*line, "--jobs", "2")
    assert one.exit_code == 0, one.output
    assert one.stdout == two.stdout
    report = json.loads(one.stdout)
    assert [game["seed"] for game in report["games"]] == [3, 4]
    assert sum(side["won"] for side in report["wins"]) == 2
    alone = call(*line[:3], "1", "--policy", "default", "--seed", "4", "--json")
    assert json.loads(alone.stdout)["games"] == report["games"][1:]


def test_one_phase_is_played_alone_and_decides_nothing() -> None:
    line = ["simulate", "macarthur", "--phase", "air", "--games", "1", "--seed", "1"]
    report = json.loads(call(*line, "--json").stdout)
    assert report["phase"] == "air"
    assert [game["winner"] for game in report["games"]] == ["undecided"]
    assert "wins" not in call(*line).stdout
    wrong = call("simulate", "macarthur", "--phase", "airr")
    assert wrong.exit_code == 2
    assert "Did you mean 'air'?" in wrong.stderr


def test_the_report_is_a_page_for_people() -> None:
    shown = call("simulate", "red_beach", "--games", "1", "--policy", "default", "--seed", "3")
    assert shown.exit_code == 0
    for part in ("95 % interval", "US steps lost", "seeds 3 to 3", "house edition"):
        assert part in shown.stdout
    assert "not the published ones" in shown.stderr


@pytest.mark.parametrize(
    ("extra", "message", "code"),
    [
        (["--policy", "scorde"], "no policy 'scorde'", 2),
        (["--scenario", "nowhere"], "no scenario 'nowhere'", 2),
        (["--option", "99"], "no option 99", 2),
        (["--edition", "printed"], "does not know this cell", 3),
    ],
)
def test_what_cannot_be_played_is_refused(extra: list[str], message: str, code: int) -> None:
    refused = call("simulate", "red_beach", "--games", "1", "--seed", "3", *extra)
    assert refused.exit_code == code
    assert message in refused.stderr
