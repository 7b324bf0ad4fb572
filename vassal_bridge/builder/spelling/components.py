"""The components of a module that do not depend on its game: attributes as VASSAL 3.7 writes them.

Source: VASSAL's own defaults for each class (format reference, appendix A); icons that begin
with /images/ are the engine's.
"""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.builder.spelling.xmltree import Component, component
from vassal_bridge.formats.tokens import encode_safely

BUILD = "VASSAL.build."
MODULE = "VASSAL.build.module."
MAP = "VASSAL.build.module.map."
BOARD = "VASSAL.build.module.map.boardPicker.board."
WIDGET = "VASSAL.build.widget."
TURN = "VASSAL.build.module.turn."
PROPERTIES = "VASSAL.build.module.properties."

BUTTON = {"canDisable": "false", "disabledIcon": "", "hideWhenDisabled": "false",
          "propertyGate": ""}  # fmt: skip
"""What every button on a toolbar has."""


def yes(value: bool) -> str:
    """Return a truth value as an attribute."""
    return "true" if value else "false"


def roster(sides: Iterable[str]) -> Component:
    """Return the player roster with its sides in order."""
    return component(
        MODULE + "PlayerRoster",
        {"buttonIcon": "", "buttonKeyStroke": "", "buttonText": "Retire", "buttonToolTip": ""},
        [component("entry", text=side) for side in sides],
    )


def global_options() -> Component:
    """Return the module's options; hex numbers keep their leading zero in every expression."""
    return component(
        MODULE + "GlobalOptions",
        {
            "autoReport": "Always",
            "chatterHTMLSupport": "Always",
            "hotKeysOnClosedWindows": "Never",
            "inventoryForAll": "Always",
            "nonOwnerUnmaskable": "Never",
            "playerIdFormat": "$PlayerName$",
            "promptString": "Opponents can unmask my pieces",
            "sendToLocationMoveTrails": "Never",
            "storeLeadingZeroIntegersAsStrings": "true",
        },
    )


def text_property(name: str, value: str, description: str) -> Component:
    """Return a global property that holds a text."""
    return component(
        PROPERTIES + "GlobalProperty",
        {
            "description": description,
            "initialValue": value,
            "isNumeric": "false",
            "max": "null",
            "min": "null",
            "name": name,
            "wrap": "false",
        },
    )


def dice_button(name: str, dice: int, sides: int) -> Component:
    """Return a dice button that reports to the chat window, with the total of several dice."""
    result = "$result$" if dice == 1 else "$result$ (total $numericalTotal$)"
    return component(
        MODULE + "DiceButton",
        BUTTON
        | {
            "addToTotal": "0",
            "hotkey": "",
            "icon": "/images/die.gif",
            "keepCount": "1",
            "keepDice": "false",
            "keepOption": ">",
            "lockAdd": "false",
            "lockDice": "false",
            "lockPlus": "false",
            "lockSides": "false",
            "nDice": str(dice),
            "nSides": str(sides),
            "name": name,
            "plus": "0",
            "prompt": "false",
            "reportFormat": f"** $name$ = {result} *** &lt;$PlayerName$&gt;",
            "reportTotal": yes(dice == 1),
            "sortDice": "false",
            "text": name,
            "tooltip": f"Roll {name}",
        },
    )


def turn_tracker(items: Iterable[str]) -> Component:
    """Return a turn tracker over the boxes of a turn track."""
    level = component(
        TURN + "ListTurnLevel",
        {
            "configFirst": "false",
            "configList": "false",
            "list": encode_safely(list(items), ","),
            "name": "Turn",
            "prompt": "",
            "property": "Turn",
            "turnFormat": "$value$",
        },
    )
    return component(
        TURN + "TurnTracker",
        {
            "buttonText": "Turn",
            "description": "",
            "fwdOnly": "false",
            "hotkey": "",
            "icon": "",
            "length": "-1",
            "lengthStyle": "Maximum",
            "name": "Turn",
            "nexthotkey": "78,520",
            "plusButtonSize": "22",
            "prevhotkey": "80,520",
            "reportFormat": "* &lt;$PlayerId$&gt; $oldTurn$ is over, now $newTurn$",
            "tooltip": "Show or hide the turn counter",
            "turnButtonHeight": "22",
            "turnFormat": "$level1$",
        },
        [level],
    )


def inventory(group_by: Iterable[str], include: str) -> Component:
    """Return the list of pieces in play, grouped by properties."""
    return component(
        MODULE + "Inventory",
        BUTTON
        | {
            "centerOnPiece": "true",
            "drawPieces": "true",
            "foldersOnly": "false",
            "forwardKeystroke": "true",
            "groupBy": encode_safely(list(group_by), ","),
            "hotkey": "",
            "icon": "/images/inventory.gif",
            "include": include,
            "launchFunction": "functionHide",
            "leafFormat": "$PieceName$",
            "name": "Units",
            "nonLeafFormat": "$PropertyValue$",
            "pieceZoom": "0.25",
            "pieceZoom2": "0.33",
            "pieceZoom3": "0.4",
            "refreshHotkey": "",
            "showMenu": "true",
            "sides": "",
            "sortFormat": "$PieceName$",
            "sortPieces": "true",
            "sorting": "alpha",
            "text": "Units",
            "tooltip": "List of units",
            "zoomOn": "false",
        },
    )


def predefined_setup(name: str, file: str) -> Component:
    """Return a set-up of the module: a save at the archive's root, or the at-start stacks."""
    return component(
        MODULE + "PredefinedSetup",
        {"description": "", "file": file, "isMenu": "false", "name": name,
         "useFile": yes(bool(file))},
    )  # fmt: skip


def notes_window() -> Component:
    """Return the window for notes."""
    return component(
        MODULE + "NotesWindow",
        {"buttonText": "Notes", "hotkey": "", "icon": "/images/notes.gif", "tooltip": "Notes"},
    )


def board_picker(boards: Iterable[Component]) -> Component:
    """Return what chooses a map's boards."""
    return component(
        MAP + "BoardPicker",
        {
            "addColumnText": "Add column",
            "addRowText": "Add row",
            "boardPrompt": "Select board",
            "slotHeight": "125",
            "slotScale": "0.2",
            "slotWidth": "350",
            "title": "Choose Boards",
        },
        boards,
    )


def map_tools(range_scale: int) -> list[Component]:
    """Return the components that every map has after its boards, in the editor's order."""
    return [
        component(
            MAP + "StackMetrics",
            {"bottom": "40,0", "disabled": "false", "down": "37,0", "exSepX": "8",
             "exSepY": "26", "top": "38,0", "unexSepX": "6", "unexSepY": "6", "up": "39,0"},
        ),
        *(component(MAP + name) for name in _PLAIN_TOOLS),
        _detail_viewer(),
        component(
            MAP + "Zoomer",
            {
                "inButtonText": "", "inIconName": "/images/zoomIn.gif", "inTooltip": "Zoom in",
                "outButtonText": "", "outIconName": "/images/zoomOut.gif",
                "outTooltip": "Zoom out", "pickButtonText": "",
                "pickIconName": "/images/zoom.png", "pickTooltip": "Select Zoom",
                "zoomInKey": "61,130", "zoomLevels": "0.25,0.33,0.5,0.65,0.8,1.0,1.25,1.6",
                "zoomOutKey": "45,130", "zoomPickKey": "", "zoomStart": "6",
            },
        ),
        component(
            MAP + "LOS_Thread",
            BUTTON
            | {
                "drawRange": "true", "global": "Never", "hideCounters": "false",
                "hideOpacity": "0", "hotkey": "", "iconName": "/images/thread.gif", "label": "",
                "losThickness": "2", "persistence": "Never", "rangeBg": "0,0,0",
                "rangeFg": "255,255,255", "report": "", "round": "Nearest whole number",
                "scale": str(range_scale), "snapEnd": "true", "snapStart": "true",
                "threadName": "Range", "tooltip": "Measure the range in hexes",
            },
        ),
        component(
            MAP + "GlobalMap",
            {"buttonText": "", "color": "255,0,0", "hotkey": "79,130",
             "icon": "/images/overview.gif", "scale": "0.2",
             "tooltip": "Show or hide the overview"},
        ),
        component(
            MAP + "HidePiecesButton",
            {"buttonText": "", "hiddenIcon": "/images/globe_selected.gif", "hotkey": "72,520",
             "showingIcon": "/images/globe_unselected.gif",
             "tooltip": "Hide all counters, or show them again"},
        ),
        component(
            MAP + "ImageSaver",
            BUTTON
            | {"buttonText": "", "hotkey": "", "icon": "/images/camera.gif",
               "tooltip": "Save the map as a picture"},
        ),
    ]  # fmt: skip


_PLAIN_TOOLS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
    "StackExpander", "PieceMover", "KeyBufferer",
)  # fmt: skip


def map_end() -> list[Component]:
    """Return the components that VASSAL adds to a map when they are missing, in its order."""
    return [
        component(PROPERTIES + "GlobalProperties"),
        component(MAP + "SelectionHighlighters"),
        component(
            MAP + "HighlightLastMoved", {"color": "255,0,0", "enabled": "true", "thickness": "2"}
        ),
        component(
            MAP + "Flare",
            {
                "circleColor": "255,0,0", "circleScale": "true", "circleSize": "100",
                "flareKey": "keyAlt", "flareName": "Map Flare", "flarePulses": "6",
                "flarePulsesPerSec": "3", "reportFormat": "",
            },
        ),
    ]  # fmt: skip


def _detail_viewer() -> Component:
    return component(
        MAP + "CounterDetailViewer",
        {
            "bgColor": "255,255,245", "borderColor": "0,0,0", "borderInnerThickness": "2",
            "borderThickness": "2", "borderWidth": "0", "centerAll": "false",
            "centerPiecesVertically": "true", "centerText": "false",
            "combineCounterSummary": "false", "counterReportFormat": "$PieceName$",
            "delay": "500", "description": "", "display": "from top-most layer only",
            "emptyHexReportForma": "$LocationName$", "enableHTML": "false",
            "extraTextPadding": "0", "fgColor": "0,0,0", "fontSize": "12",
            "graphicsZoom": "1.0", "hotkey": "32,130", "layerList": "", "minDisplayPieces": "2",
            "onlyShowFirstSummary": "false", "propertyFilter": "", "showDeck": "false",
            "showDeckDepth": "1", "showDeckMasked": "false", "showMoveSelectde": "false",
            "showNoStack": "false", "showNonMovable": "false", "showOnlyTopOfStack": "false",
            "showOverlap": "false", "showTerrainBeneath": "never", "showTerrainHeight": "150",
            "showTerrainSnappy": "true", "showTerrainText": "$LocationName$",
            "showTerrainWidth": "150", "showTerrainZoom": "1.0", "showgraph": "true",
            "showgraphsingle": "false", "showtext": "true", "showtextsingle": "false",
            "stopAfterShowing": "false", "stretchWidthPieces": "false",
            "stretchWidthSummary": "false", "summaryReportFormat": "$LocationName$",
            "unrotatePieces": "false", "version": "4", "verticalBottomText": "10",
            "verticalOffset": "0", "verticalTopText": "5", "zoomlevel": "1.0",
        },
    )  # fmt: skip


def map_attributes(name: str, background: str) -> dict[str, str]:
    """Return the attributes of a main map window."""
    return {
        "allowMultiple": "false",
        "backgroundcolor": background,
        "buttonName": "",
        "changeFormat": "$message$",
        "color": "200,30,20",
        "createFormat": "$pieceName$ created in $location$ *",
        "edgeHeight": "0",
        "edgeWidth": "0",
        "hideKey": "",
        "hotkey": "",
        "icon": "/images/map.gif",
        "launch": "false",
        "mapName": name,
        "markMoved": "Always",
        "markUnmovedHotkey": "",
        "markUnmovedIcon": "/images/unmoved.gif",
        "markUnmovedReport": "* all counters marked as not moved",
        "markUnmovedText": "",
        "markUnmovedTooltip": "Mark all counters on this map as not moved",
        "moveKey": "",
        "moveToFormat": "$pieceName$ moves $previousLocation$ -> $location$ *",
        "moveWithinFormat": "$pieceName$ moves $previousLocation$ -> $location$ *",
        "onlyReportChangedLocation": "true",
        "showKey": "",
        "thickness": "3",
    }


def end_of_module() -> list[Component]:
    """Return the last components of a module."""
    return [
        component(MODULE + "Chatter"),
        component(MODULE + "KeyNamer"),
        component("VASSAL.i18n.Language"),
    ]
