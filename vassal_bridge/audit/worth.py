"""Luck in a game's terms: the game says what a roll of the sidecar was worth, by its reason."""

from __future__ import annotations

from vassal_bridge.audit.luck import Score, Scorer, Throw
from vassal_bridge.audit.sidecar_runs import told_roll
from vassal_bridge.errors import RuleError
from vassal_bridge.game.dice import Rolled
from vassal_bridge.game.game import Game, load


def game_scorer(game: Game, edition: str) -> Scorer:
    """Return a scorer by a game's tables in an edition.

    Raises:
        RuleError: the game does not say what rolls are worth.
    """
    if not game.luck:
        raise RuleError(f"{game.title} does not say what its rolls are worth; use --hit")
    tables = game.load_tables(edition)
    value = load(game.luck)

    def score(throw: Throw) -> Score | None:
        told = told_roll(throw.text)
        if told is None:
            return None
        try:
            worth = value(Rolled(told.spec, told.faces, told.why, told.number), tables)
        except RuleError:
            return None
        return None if worth is None else Score(worth.value, worth.expected)

    return score
