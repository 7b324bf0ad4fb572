"""The checks of one log, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.versions import versions_within
from vassal_bridge.audit.within import (
    chat,
    pieces,
    places,
    players,
    quiet,
    rolled,
    secrets,
    seeded,
    tally,
    undo,
)

Check = Callable[[Reading], Iterator[Finding]]


def unknown_commands(reading: Reading) -> Iterator[Finding]:
    """Yield the steps with commands that we do not know [STEP-UNKNOWN]."""
    for step in reading.steps:
        unknown = [act for act in step.of("Opaque") if act.command.own not in ("", "null")]
        if unknown:
            yield found("STEP-UNKNOWN", reading, step, f"{len(unknown)} of them")


CHECKS: tuple[Check, ...] = (
    versions_within,
    places.moves_start_elsewhere,
    places.moves_onto_nothing,
    places.changes_start_otherwise,
    places.pieces_unknown,
    places.ids_taken,
    places.ids_out_of_order,
    places.ids_after_saving,
    places.values_start_otherwise,
    rolled.rolls_disagree,
    rolled.rolls_follow,
    rolled.reports_without_roll,
    rolled.rolls_without_report,
    seeded.seeded_rolls,
    tally.tallies,
    undo.undone,
    players.movers,
    players.others_pieces,
    players.moves_after_turn,
    players.roster_changes,
    pieces.created_and_deleted,
    pieces.silent,
    secrets.secrets_shown,
    secrets.decks,
    chat.typed_names,
    chat.typed_reports,
    chat.typed_with_acts,
    chat.reports_alone,
    chat.reports_of_nothing,
    chat.moves_told,
    chat.values_told,
    chat.options_told,
    chat.turns_told,
    quiet.values_unreported,
    quiet.turns_unreported,
    unknown_commands,
)
"""Each yields the findings of one log; within a log they are sorted by step afterwards."""


def check_log(reading: Reading) -> list[Finding]:
    """Return the findings of one log by itself, step by step."""
    findings = [one for check in CHECKS for one in check(reading)]
    return sorted(findings, key=lambda one: one.step)
