"""The answer to an expression that is outside what we evaluate."""

from __future__ import annotations

from vassal_bridge.errors import EXIT_NO, BridgeError


class NotEvaluated(BridgeError):  # noqa: N818 - named as the report says it
    """An expression that is outside what we evaluate; the message gives the reason."""

    exit_code = EXIT_NO

    @property
    def reason(self) -> str:
        """Why the expression was not evaluated, in a few words."""
        return self.message
