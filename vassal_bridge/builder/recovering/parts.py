"""What else a recipe can say of a module: sides, properties, dice, turns, charts, set-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vassal_bridge.binding.binding import EDITION_PROPERTY, GAME_PROPERTY
from vassal_bridge.builder.reading.charts import PAGES
from vassal_bridge.builder.reading.modulerecipe import SETUPS
from vassal_bridge.builder.recovering.maps import is_plain
from vassal_bridge.formats.boards.maps import IMAGES, find_image
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import TurnLevel
from vassal_bridge.formats.tokens import decode

OURS = (GAME_PROPERTY, EDITION_PROPERTY)
MOST_TURNS = 1000


def game_of(module: Module) -> str:
    """Return the game that a module of ours names; empty for other makers' modules."""
    return _begins(module, GAME_PROPERTY)


def edition_of(module: Module) -> str:
    """Return the edition that a module of ours names; `house` where it names none."""
    return _begins(module, EDITION_PROPERTY) or "house"


def _begins(module: Module, name: str) -> str:
    return next((one.initial for one in module.properties if one.name == name), "")


def property_tables(module: Module) -> list[dict[str, Any]]:
    """Return the [[property]] tables of a module's own global properties."""
    found = []
    for holder in module.root.children:
        if holder.kind != "GlobalProperties":
            continue
        for one in holder.find_all("GlobalProperty"):
            if one.get("name") and one.get("name") not in OURS:
                found.append(_property(one))
    return found


def _property(one: Component) -> dict[str, Any]:
    values: dict[str, Any] = {"name": one.get("name"), "value": one.get("initialValue")}
    if one.get("description"):
        values["description"] = one.get("description")
    if one.flag("isNumeric"):
        values["numeric"] = True
        limits = [one.get(name, "null") for name in ("min", "max")]
        if all(limit.lstrip("-").isdecimal() for limit in limits):
            values["limits"] = [int(limit) for limit in limits]
        if one.flag("wrap"):
            values["wrap"] = True
    buttons = [button for button in map(_button, one.children) if button is not None]
    if buttons:
        values |= _menu(one, [button["text"] for button in buttons])
        report = next(iter(one.find_all("ChangePropertyButton"))).get("reportFormat")
        values |= ({"report": report} if report else {}) | {"button": buttons}
    return values


def _menu(one: Component, texts: list[str]) -> dict[str, str]:
    """Return the menu of the toolbar that gathers a property's buttons, if one does."""
    root = [one, *one.ancestors()][-1]
    for menu in root.find_all("ToolbarMenu"):
        items = menu.get("menuItems")
        if items and decode(items, ",") == texts:
            return {"menu": menu.get("text")}
    return {}


def _button(one: Component) -> dict[str, str] | None:
    """Return a button that sets a value or asks for one; None for any other."""
    changer = decode(one.get("propChanger"), ",") if one.get("propChanger") else []
    if one.kind != "ChangePropertyButton" or len(changer) < 2 or not changer[1]:
        return None
    key = {"P": "value", "R": "prompt"}.get(changer[0])
    if key is None:
        return None
    tooltip = {"tooltip": one.get("tooltip")} if one.get("tooltip") else {}
    return {"text": one.get("text")} | tooltip | {key: changer[1]}


def dice_tables(module: Module) -> list[dict[str, Any]]:
    """Return the [[die]] tables of a module's plain dice buttons."""
    return [
        {"name": one.name, "dice": one.number, "sides": one.sides}
        for one in module.dice
        if one.kind == "DiceButton" and one.number >= 1 and one.sides >= 2
    ]


def turns_table(module: Module) -> dict[str, Any]:
    """Return the [turns] table of a module with one tracker of one level; else an empty one."""
    if len(module.turn_trackers) != 1 or len(module.turn_trackers[0].levels) != 1:
        return {}
    level = module.turn_trackers[0].levels[0]
    names = list(level.names) or _counted(level)
    return {"names": names} if names and not level.levels else {}


def _counted(level: TurnLevel) -> list[str]:
    """Return the numbers of a level that counts up to a limit; none where it counts on."""
    if not level.loops or level.step < 1 or level.limit - level.start > MOST_TURNS:
        return []
    return [str(number) for number in range(level.start, level.limit + 1, level.step)]


def chart_tables(module: Module) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """Return the [[chart]] tables of a module's pages and pictures, and the pages as files."""
    tables: list[dict[str, Any]] = []
    files: dict[str, bytes] = {}
    for one in module.root.find_all("HtmlChart", "widget.Chart"):
        name, file = one.get("chartName") or one.label or "Chart", one.get("fileName")
        picture = find_image(module.archive, file)
        if one.kind == "Chart" and picture is not None:
            plain = picture.removeprefix(IMAGES)
            if is_plain(plain):
                tables.append({"name": name, "picture": plain})
        elif one.kind == "HtmlChart" and is_plain(file) and file in module.archive:
            tables.append({"name": name, "page": file})
            files[f"{PAGES}/{file}"] = module.archive[file]
    return tables, files


def setup_tables(module: Module) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """Return the [[setup]] tables of a module's set-ups, and their saves as files."""
    tables: list[dict[str, Any]] = []
    files: dict[str, bytes] = {}
    for one in module.setups:
        if one.is_menu:
            continue
        if not one.file:
            tables.append({"name": one.name})
        elif is_plain(one.file) and one.file in module.archive:
            tables.append({"name": one.name, "file": one.file})
            files[f"{SETUPS}/{one.file}"] = module.archive[one.file]
    return tables, files


def without_nothing(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table without empty lists, tables and texts."""
    return {name: value for name, value in values.items() if value not in ([], {}, "")}
