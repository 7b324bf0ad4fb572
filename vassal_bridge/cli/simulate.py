"""`vassal-bridge simulate`: many whole games by a policy, and how they ended."""

from __future__ import annotations

from typing import Any

import click

from vassal_bridge.cli.names import known_game, known_policy, known_sequence, meant
from vassal_bridge.cli.output import progress, put, put_json, put_table, say
from vassal_bridge.cli.playing import settings_options
from vassal_bridge.game.dice import draw_seed
from vassal_bridge.game.game import Game
from vassal_bridge.game.simulate import (
    UNDECIDED,
    Played,
    Setup,
    play_many,
    reasons,
    shares,
    spreads,
)


@click.command()
@click.argument("game")
@click.option(
    "--games", "count", type=click.IntRange(min=1), default=100, show_default=True, help="How many."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many are played at a time. The report is the same.",
)
@click.option(
    "--policy",
    help="Who plays: random, first-legal, default, or one of the game's own. Without it, the"
    " game's best.",
)
@click.option("--scenario", help="Where the games begin. Without it, at the game's start.")
@click.option(
    "--phase",
    help="Play this sequence alone from the scenario on, such as `air`, not the whole game.",
)
@click.option(
    "--edition",
    type=click.Choice(["printed", "owner", "house"]),
    default="house",
    show_default=True,
    help="Whose tables count.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    help="The seed of the first game; each next game has the next one. Without it, one is drawn.",
)
@settings_options
@click.option("--json", "as_json", is_flag=True, help="Print every game and the sums as JSON.")
def simulate(
    game: str,
    count: int,
    jobs: int,
    policy: str | None,
    scenario: str | None,
    phase: str | None,
    edition: str,
    seed: int | None,
    as_json: bool,
    options: tuple[int, ...],
    values: tuple[str, ...],
) -> None:
    r"""Play whole games of GAME without a player, and tell how they ended.

    The report says how often each side won, with the interval in which its true chance lies 95
    times of 100, by which rule, and how the games stood at their end. The same seed gives the
    same report, whatever the jobs; one game can be played again alone with its own seed.

    \b
    Examples:
      vassal-bridge simulate red_beach --games 200 --jobs 2
      vassal-bridge simulate red_beach --policy random --seed 7 --json
      vassal-bridge simulate macarthur --phase air --games 1000 --jobs 2
      vassal-bridge simulate red_beach --option 1 --set loc_unit=4
    """
    found = known_game(game)
    setup = Setup(
        game=found.name,
        scenario=_scenario(found, scenario),
        edition=edition,
        policy=_policy(found, policy),
        phase=_phase(found, phase),
        options=options,
        values=values,
    )
    first = draw_seed() if seed is None else seed
    seeds = range(first, first + count)
    with progress(play_many(setup, seeds, jobs=jobs), "Playing", count) as games:
        played = list(games)
    if as_json:
        put_json(_as_data(found, setup, first, played))
    else:
        _report(found, setup, first, played)
    if edition == "house":
        say("House edition: our own tables, not the published ones.")


def _scenario(game: Game, wanted: str | None) -> str:
    """Return the scenario's name; the game's first one, where none is wanted."""
    name = wanted or game.scenarios[0]
    if name not in game.scenarios:
        known = ", ".join(game.scenarios)
        raise click.UsageError(
            f"there is no scenario {name!r}; there is {known}.{meant(name, game.scenarios)}"
        )
    return name


def _phase(game: Game, wanted: str | None) -> str:
    """Return the name of the one sequence to play; empty for the whole game."""
    name = None if wanted is None else known_sequence(game, wanted)
    if wanted is not None and name is None:
        raise click.UsageError(f"{game.title} has no sequence {wanted!r} to play alone")
    return name or ""


def _policy(game: Game, wanted: str | None) -> str:
    """Return the policy's name; the game's own first one, where none is wanted."""
    name = wanted or next(iter(game.policies), "default")
    known_policy(game, name)
    return name


def _report(game: Game, setup: Setup, seed: int, played: list[Played]) -> None:
    chosen = "".join(f", option {number}" for number in setup.options)
    chosen += "".join(f", {value}" for value in setup.values)
    put(
        f"{game.title}: {len(played)} games from {setup.scenario},"
        f" {f'{setup.phase} alone, ' if setup.phase else ''}{setup.policy} plays,"
        f" {setup.edition} edition{chosen}, seeds {seed} to {seed + len(played) - 1}"
    )
    put("")
    if any(one.winner != UNDECIDED for one in played):
        _put_wins(game, played)
    put_table(
        ["at the end", "mean", "least", "median", "most"],
        [(one.name, f"{one.mean:.1f}", one.least, one.median, one.most) for one in spreads(played)],
    )


def _put_wins(game: Game, played: list[Played]) -> None:
    rows = []
    for share in shares(played, game.sides):
        low, high = share.interval
        rows.append((share.side, share.won, f"{share.part:.1%}", f"{low:.1%} to {high:.1%}"))
    put_table(["side", "wins", "part", "95 % interval"], rows)
    put("")
    put_table(["games", "winner", "by"], [(n, who, why) for who, why, n in reasons(played)])
    put("")


def _as_data(game: Game, setup: Setup, seed: int, played: list[Played]) -> dict[str, Any]:
    return {
        "game": game.name,
        "scenario": setup.scenario,
        "edition": setup.edition,
        "policy": setup.policy,
        "phase": setup.phase or None,
        "options": list(setup.options),
        "settings": list(setup.values),
        "seed": seed,
        "wins": [
            {
                "side": share.side,
                "won": share.won,
                "games": share.games,
                "interval": [round(bound, 4) for bound in share.interval],
            }
            for share in shares(played, game.sides)
        ],
        "games": [
            {
                "seed": one.seed,
                "winner": one.winner,
                "why": one.why,
                "rolls": one.rolls,
                "decisions": one.decisions,
                "measures": dict(one.measures),
            }
            for one in played
        ],
    }
