"""The texts of a piece's fields as values, by the kind of the field."""

from __future__ import annotations

from collections.abc import Mapping

from vassal_bridge.formats.expressions import Kind, Options, PieceContext, Properties, Values, parse


def evaluate(
    text: str,
    kind: Kind,
    piece: PieceContext,
    own: Mapping[str, str] | None = None,
    *,
    leading_zeros: bool = False,
) -> str:
    """Return what VASSAL shows for a field of a piece; empty where VASSAL fails.

    Dialogs that it would open on the way (Alert) stay shut: their value is known, and empty.

    `own` are the field's own values, such as a label's, which come before the piece's.

    Raises:
        NotEvaluated: the expression is outside what we evaluate.
    """
    properties: Properties = Values(own, piece) if own else piece
    options = Options(leading_zeros=leading_zeros, piece=piece, silent=True)
    return parse(text, kind).evaluate(properties, options).text
