"""[14.5] Japanese aircraft that must leave, and what it costs to keep them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.board import WITHDRAWN
from modules.macarthur.rules import ledger, turns
from modules.macarthur.rules.returns import forget
from modules.macarthur.units import ARMY, JP, NAVY, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Place, Tell
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State

DUE: Final = {7: NAVY, 10: NAVY, 11: ARMY}
"""The turns on which aircraft leave, and whose they are [14.5]."""
WITHDRAW, DECLINE = "withdraw", "decline"
UNCONCERNED: Final = "-"


def staying(state: State, model: str) -> int | None:
    """Return how many aircraft of a model may stay past this turn; None where none must leave.

    [MAC-14.5-A, MAC-14.5-B, MAC-14.5-C]
    """
    turn = turns.number(state.turn)
    if turn not in DUE:
        return None
    cell = str(state.board.tables.lookup("withdrawals", str(turn), model))
    return None if cell == UNCONCERNED else int(cell)


def by_model(state: State, service: str) -> dict[str, list[Unit]]:
    """Return the Japanese aircraft of a service that are in play, by model."""
    found: dict[str, list[Unit]] = {}
    for unit in state.air(JP):
        if unit.service == service and unit.location != WITHDRAWN:
            found.setdefault(unit.model, []).append(unit)
    return found


def excess(state: State) -> int:
    """Return how many aircraft must leave on this turn."""
    service = DUE.get(turns.number(state.turn))
    models = by_model(state, service) if service else {}
    return sum(max(0, len(units) - _stay(state, model)) for model, units in models.items())


def _stay(state: State, model: str) -> int:
    number = staying(state, model)
    return 99 if number is None else number


def withdraw(state: State) -> Steps[None]:
    """Withdraw what is due in the reinforcement phase, or decline it [MAC-3.1-B].

    Declining costs a victory level, once for the Navy and once for the Army [MAC-14.5-D]. Raises
    RuleError in another phase.
    """
    if state.phase != turns.REINFORCEMENT:
        raise RuleError(f"aircraft leave in the Reinforcement phase [3.1]; it is {state.phase}")
    due = excess(state)
    if not due:
        return
    service = DUE[turns.number(state.turn)]
    options = [
        Option(WITHDRAW, f"{due} aircraft leave"),
        Option(DECLINE, "they stay, for a victory level"),
    ]
    prompt = f"{due} aircraft of the {service.capitalize()} must leave"
    if (yield from choose("withdraw", prompt, options, why="[14.5]")) == DECLINE:
        yield ledger.write(state, "notes", penalty(service), 1, "[14.5] aircraft not withdrawn")
        yield Tell(f"The {service.capitalize()} keeps its aircraft: a victory level less [14.5]")
        return
    for model, units in by_model(state, service).items():
        yield from _leave(state, model, units)


def _leave(state: State, model: str, units: list[Unit]) -> Steps[None]:
    """Ask which aircraft of a model leave until no more than may stay are left.

    Where they all stand is not told [2.2.1].
    """
    while len(units) > _stay(state, model):
        options = [Option(unit.id, f"{unit.name} at {unit.location}") for unit in units]
        prompt = f"Which {model} leaves ({_stay(state, model)} may stay)?"
        name = yield from choose(SECRET, prompt, options, why="[14.5]")
        units = [unit for unit in units if unit.id != name]
        yield from forget(state.units[name], "[14.5]")
        yield Place(name, state.units[name].location, WITHDRAWN, "[14.5] withdrawn")
        yield Tell(f"{state.units[name].name} is withdrawn [14.5]")


def penalty(service: str) -> str:
    """Return the name of the note that a service declined to withdraw."""
    return f"declined {service}"


def levels_lost(state: State) -> int:
    """Return the victory levels lost by aircraft that did not leave [MAC-14.5-D]."""
    return sum(ledger.entry(state, "notes", penalty(service)) for service in (ARMY, NAVY))
