"""[2.2.1, 11.1, 16.1.4] Secrets: charts sealed for the enemy, opened at home; secrets proved."""

from __future__ import annotations

from modules.macarthur.rules import charts, secrets
from modules.macarthur.state import State
from modules.macarthur.units import ALLIED, JP
from vassal_bridge.errors import RuleError
from vassal_bridge.game.sequence import Option, Steps, choose


def seal_japanese(state: State) -> Steps[None]:
    """Seal the Japanese airfield charts before the save goes to the Allied player [2.2.1]."""
    yield from charts.seal(state, JP)


def open_japanese(state: State) -> Steps[None]:
    """Open the Japanese airfield charts again, with their owner's vault [2.2.1]."""
    yield from charts.open_charts(state, JP)


def seal_allied(state: State) -> Steps[None]:
    """Seal the Allied airfield charts before the save goes to the Japanese player [2.2.1]."""
    yield from charts.seal(state, ALLIED)


def open_allied(state: State) -> Steps[None]:
    """Open the Allied airfield charts again, with their owner's vault [2.2.1]."""
    yield from charts.open_charts(state, ALLIED)


def disclose(state: State) -> Steps[None]:
    """Disclose and prove a secret of one's own [17.0]; raises RuleError where there is none."""
    own = [label for label in secrets.promises(state) if secrets.known(state, label) is not None]
    if not own:
        raise RuleError("there is no secret of yours in this game")
    options = [Option(label, label) for label in own]
    label = yield from choose("disclose", "Which secret is disclosed?", options, why="[17.0]")
    yield from secrets.disclose(state, label)
