"""Tells what VASSAL's editor writes anew whenever it saves a module, whatever its builder did.

Three things: attributes that were not there, at the values that their absence means; components
that every map, grid or module has, where they were missing; and the numbers of named key commands,
which are counted out at each start.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from vassal_bridge.formats.buildfile import Component

_FILE = "defaults.toml"
_LIKE = "like"
_NAMED_KEY = re.compile(r"(?P<code>\d+),(?P<modifiers>\d+),(?P<name>.+)")
_FIRST_NAMED = 0xE000
"""The first number of a named key command (NamedKeyManager)."""
_OWN_NAMES = ("name", "text")
"""A button without a tooltip gets its name or its text for one."""
_OPTION = "option"
_OPTIONS: Mapping[str, str] = {
    "newHotKey": "87,520",
    "endHotKey": "87,585",
    "stepIcon": "/images/StepForward16.gif",
    "stepHotKey": "34,0",
    "undoIcon": "/images/Undo16.gif",
    "undoHotKey": "",
    "serverControlsIcon": "/images/connect.gif",
    "serverControlsHotKey": "83,520",
    "debugControlsIcon": "",
    "debugControlsHotKey": "",
    "scenarioPropertiesIcon": "",
    "scenarioPropertiesHotKey": "",
}
"""The Global Options that are elements of their own, as VASSAL begins with them."""
_ALWAYS_THERE = (
    "GlobalProperties",
    "SelectionHighlighters",
    "HighlightLastMoved",
    "Flare",
    "ZonedGridHighlighter",
)
"""What a map or a zoned grid gets where it has none."""
_DEFAULT_FONT = ("FontStyle", "Default")


@cache
def _tables() -> Mapping[str, Mapping[str, str]]:
    text = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    read = tomllib.loads(text)
    return {kind: _with_alike(read, kind) for kind in read}


def _with_alike(read: Mapping[str, Mapping[str, str]], kind: str) -> Mapping[str, str]:
    own = dict(read[kind])
    alike = own.pop(_LIKE, None)
    return own if alike is None else {**_with_alike(read, alike), **own}


def default_of(kind: str, attribute: str) -> str:
    """Return what VASSAL takes for an attribute that a component of a class lacks.

    >>> default_of("Zoomer", "inTooltip"), default_of("PrivateMap", "markMoved")
    ('Zoom in', 'Always')
    """
    return _tables().get(kind, {}).get(attribute, "")


def is_filled_in(old: Component, new: Component, attribute: str) -> bool:
    """Tell whether the difference between two values of an attribute is VASSAL's own doing."""
    was, now = old.get(attribute), new.get(attribute)
    if attribute not in old.attributes and now == default_of(new.kind, attribute):
        return True
    if attribute == "tooltip" and not was:
        return now in (new.get(name) for name in _OWN_NAMES)
    return is_same_key(was, now)


def is_same_key(was: str, now: str) -> bool:
    """Tell whether two values are one named key command under two numbers.

    >>> is_same_key("57379,0,Flip", "57377,0,Flip"), is_same_key("57379,0,Flip", "57379,0,Turn")
    (True, False)
    """
    both = _NAMED_KEY.fullmatch(was), _NAMED_KEY.fullmatch(now)
    if both[0] is None or both[1] is None:
        return False
    return both[0]["name"] == both[1]["name"] and all(
        int(one["code"]) >= _FIRST_NAMED and one["modifiers"] == "0" for one in both if one
    )


def is_added_by_vassal(one: Component) -> bool:
    """Tell whether a new component is one that VASSAL adds where it is missing, as it adds it."""
    if one.kind == _OPTION:
        return _OPTIONS.get(one.label) == one.text
    if one.children or not (one.kind in _ALWAYS_THERE or (one.kind, one.label) == _DEFAULT_FONT):
        return False
    return all(
        value in ("", default_of(one.kind, name))
        for name, value in one.attributes.items()
        if name != "name"
    )
