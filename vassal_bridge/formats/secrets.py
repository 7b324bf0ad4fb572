"""Takes players' ids, which are their passwords, out of texts that are shown.

VASSAL writes the password by which a player holds a seat in clear: in the roster, in masks and
in hidden pieces' states. Whatever is shown of such a text goes through a redactor.
"""

from __future__ import annotations

import re

from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traits import Trait

HIDDEN = "(hidden)"
"""What stands where a player's id was."""

_NOBODY = ("", "null")
_SLASHES = r"\\*"


class Redactor:
    """Knows the ids of everybody in a save's roster, and takes them out of texts."""

    def __init__(self, save: Save) -> None:
        ids = {command["player"] for command in save.commands.all("AddPlayer")} - {""}
        longest_first = sorted(ids, key=lambda one: (-len(one), one))
        self._ids = re.compile("|".join(map(_any_spelling, longest_first))) if ids else None

    def clean(self, text: str) -> str:
        """Return a text with every id in it hidden, however often it was escaped."""
        return text if self._ids is None else self._ids.sub(HIDDEN, text)

    def state(self, trait: Trait) -> str:
        """Return a trait's state with the fields hidden that hold an id."""
        secret = trait.spec.secret
        text = trait.state_text
        if secret and text not in _NOBODY:
            record = Record(text, trait.spec.state)
            if not record.layout.delimiter:
                return HIDDEN
            for name in record.names():
                if name in secret and record[name] not in _NOBODY:
                    record[name] = HIDDEN
            text = str(record)
        return self.clean(text)


def _any_spelling(player: str) -> str:
    r"""Return a pattern for an id as a word of its own, its characters escaped or not."""
    body = "".join(_SLASHES * bool(place) + re.escape(char) for place, char in enumerate(player))
    return rf"(?<!\w){body}(?!\w)"
