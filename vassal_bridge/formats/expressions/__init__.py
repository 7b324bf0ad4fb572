"""Evaluates VASSAL's expressions, formatted strings and filters, safely and without guessing."""

from vassal_bridge.formats.expressions.context import (
    OFF_PIECE,
    LocalizedProperties,
    Options,
    PieceContext,
    Properties,
    Values,
)
from vassal_bridge.formats.expressions.coverage import Coverage, coverage
from vassal_bridge.formats.expressions.expression import Expression, Kind, Value, parse
from vassal_bridge.formats.expressions.refusal import NotEvaluated

__all__ = [
    "OFF_PIECE",
    "Coverage",
    "Expression",
    "Kind",
    "LocalizedProperties",
    "NotEvaluated",
    "Options",
    "PieceContext",
    "Properties",
    "Value",
    "Values",
    "coverage",
    "parse",
]
