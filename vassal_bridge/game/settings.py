"""Settings: a game's optional rules and chosen readings, typed by a player and kept as a text.

A game's settings are a frozen dataclass of yes-or-no and whole-number fields, each made with
`setting`, so that every one has its default, its rule and a line that says what it does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, TypeVar, cast

from vassal_bridge.errors import UnusableAnswer

T = TypeVar("T", bool, int)
C = TypeVar("C")

YES = frozenset({"yes", "true", "on", "1"})
NO = frozenset({"no", "false", "off", "0"})
_KEY = "setting"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name, what it is unless chosen, its rule, and what it does.

    `option` is the number of an optional rule of the rulebook, 0 for a reading of ours.
    """

    name: str
    default: bool | int
    rule: str
    text: str
    option: int = 0

    def parse(self, text: str) -> bool | int:
        """Return a value as a player types it; raises UnusableAnswer that says what is expected."""
        word = text.strip().casefold()
        if isinstance(self.default, bool):
            if word in YES | NO:
                return word in YES
            raise UnusableAnswer(f"{self.name}: expected yes or no, found {text!r}")
        if word.isascii() and word.isdigit():
            return int(word)
        raise UnusableAnswer(f"{self.name}: expected a whole number, found {text!r}")

    @property
    def shown(self) -> str:
        """The default, as a player types it."""
        return format_value(self.default)


def setting(default: T, rule: str, text: str, *, option: int = 0) -> T:
    """Return the field of a settings class: its default, its rule and what it does."""
    made = Setting("", default, rule, text, option)
    return field(default=default, metadata={_KEY: made})


def settings_of(kind: type[Any]) -> tuple[Setting, ...]:
    """Return every setting of a settings class, options first, by their numbers."""
    found = [_setting(one) for one in fields(kind)]
    return tuple(sorted(found, key=lambda one: (one.option == 0, one.option)))


def _setting(one: Field[Any]) -> Setting:
    made = one.metadata.get(_KEY) or Setting("", cast("bool | int", one.default), "", "")
    return replace(made, name=one.name)


def choose_settings(base: C, options: Iterable[int], values: Iterable[str]) -> C:
    """Return settings with optional rules switched on by number, then values like "loc_unit=4".

    Raises UnusableAnswer for an option or a name that there is not, and for an unfit value.
    """
    known = settings_of(type(base))
    chosen: dict[str, bool | int] = {}
    for number in options:
        chosen.update({one.name: True for one in known if one.option == number and number})
        if not any(one.option == number and number for one in known):
            numbers = ", ".join(str(one.option) for one in known if one.option)
            raise UnusableAnswer(f"there is no option {number}; there is {numbers or 'none'}")
    for text in values:
        name, equals, value = text.partition("=")
        one = next((one for one in known if one.name == name.strip()), None)
        if one is None or not equals:
            names = ", ".join(one.name for one in known)
            raise UnusableAnswer(f"expected NAME=VALUE with a name of {names}; found {text!r}")
        chosen[one.name] = one.parse(value)
    return cast("C", replace(cast("Any", base), **chosen))


def format_settings(settings: object) -> str:
    """Return what differs from the defaults, such as "more_amtracs=yes loc_unit=4".

    `parse_settings` reads it again.
    """
    values = [(one, getattr(settings, one.name)) for one in settings_of(type(settings))]
    return " ".join(
        f"{one.name}={format_value(value)}" for one, value in values if value != one.default
    )


def parse_settings(kind: type[C], text: str) -> C:
    """Return the settings that a text of `format_settings` means; raises UnusableAnswer."""
    return choose_settings(kind(), (), text.split())


def format_value(value: bool | int) -> str:
    """Return a value as a player types it: yes, no or a number."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
