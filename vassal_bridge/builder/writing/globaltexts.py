"""Global properties that hold a text, the toolbar buttons that set them, and the buttons' menus."""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.builder.reading.modulerecipe import Button, GlobalText
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, component
from vassal_bridge.formats.tokens import encode_safely


def global_text(one: GlobalText) -> Component:
    """Return a global property with its buttons."""
    bare = parts.text_property(one.name, one.value, one.description)
    more = {"isNumeric": parts.yes(one.numeric), "wrap": parts.yes(one.wrap)}
    more |= {name: str(limit) for name, limit in zip(("min", "max"), one.limits, strict=False)}
    buttons = [_button(button, one.report) for button in one.buttons]
    return component(bare.tag, {**bare.attributes, **more}, buttons)


def _button(button: Button, report: str) -> Component:
    """Return a button; what it does is spelled as VASSAL's PropertyChangerConfigurer does."""
    changer = ["R", button.prompt] if button.prompt else ["P", button.value]
    return component(
        parts.PROPERTIES + "ChangePropertyButton",
        {
            "canDisable": "false",
            "desc": "",
            "hideWhenDisabled": "false",
            "hotkey": "",
            "icon": "",
            "propChanger": encode_safely(changer, ","),
            "propertyGate": "",
            "reportFormat": report,
            "text": button.text,
            "tooltip": button.tooltip,
        },
    )


def menus(texts: Iterable[GlobalText]) -> list[Component]:
    """Return a toolbar menu for each property whose buttons are gathered in one."""
    return [_menu(one) for one in texts if one.menu and one.buttons]


def _menu(one: GlobalText) -> Component:
    return component(
        parts.MODULE + "ToolbarMenu",
        parts.BUTTON
        | {
            "description": one.menu,
            "hotkey": "",
            "icon": "",
            "menuItems": encode_safely([button.text for button in one.buttons], ","),
            "text": one.menu,
            "tooltip": one.description,
        },
    )
