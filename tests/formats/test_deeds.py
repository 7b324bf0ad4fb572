"""Key commands do to a piece what the engine did."""

import re

import pytest

from tests.conftest import GOLDEN
from tests.edit_kit import Table, act, actions, kitchen, opened
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.editing.changesfile import read_changes
from vassal_bridge.formats.editing.changing import make, prove
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save

OTHERWISE = {
    "Layer three levels": "a key left to chance",
    "Rotate free": "a key left to chance",
    "Layer follows": "its other Layer is worked out when it is drawn",
    "Movement Trail global": "a trail that is drawn begins anew",
    "Property Sheet": "typed by the player",
    "Spreadsheet": "typed by the player",
    "Attachment": "its key was taken back",
    "Scout": "it has no such key",
    "Pile 3": "dragged to where it stands",
    "Pile 4": "dragged to where it stands",
    "Pile 5": "dragged to where it stands",
}
"""The pieces of the engine's script that we do not bring to the engine's end, and why."""

NEW = ('Smoke; "1"', "Veteran", "Mine/Field", "Sub-Menu")
"""The pieces that keys bring into the game."""

SAME_SESSION = re.compile(r"(us-secret|US);\|(0|1\|null)")
"""A mask's list of who may take it off: VASSAL reads an empty one back as one empty name."""


@pytest.fixture(scope="module")
def played() -> tuple[Save, dict[str, str]]:
    """Return a save after the engine's script, and why some of its key commands are not done."""
    save, refused = opened("01-new.vsav", kitchen()), {}
    for do in actions("02-script"):
        if do[0] == "undo":
            break
        if do[0] != "key":
            act(save, kitchen(), do, [])
            continue
        for name in do[2:]:
            try:
                save.piece(name).do(do[1].removeprefix("name:"), side="US")
            except BindingError as error:
                refused[f"{name} {do[1]}"] = error.message
    return save, refused


def told(save: Save, piece: Piece, ids: dict[str, str]) -> dict[str, object]:
    found = Table(save, ids).about(piece.id)
    found["states"] = [SAME_SESSION.sub(r"\1", state) for state in found["states"]]
    return found


def test_every_key_of_the_script_leaves_what_the_engine_left(
    played: tuple[Save, dict[str, str]],
) -> None:
    save, _ = played
    engine = opened("02-script.vsav", None)
    ids: dict[str, str] = {}
    for name in NEW:
        ours = [
            one.id for one in save.pieces if one.basic_name == name and one.id not in engine.pieces
        ]
        theirs = [
            one.id for one in engine.pieces if one.basic_name == name and one.id not in save.pieces
        ]
        ids[ours[-1]] = theirs[-1]
    supplies = [
        [
            one.id
            for one in side.pieces
            if one.basic_name == "Supply" and "ParentID" in one.persistent
        ]
        for side in (save, engine)
    ]
    ids[supplies[0][0]] = supplies[1][0]
    clones = [
        [one.id for one in side.pieces if one.persistent.get("CloneID", one.id) != one.id]
        for side in (save, engine)
    ]
    ids.update(zip(*map(sorted, clones), strict=True))
    compared = 0
    for do in actions("02-script"):
        for name in do[2:] if do[0] == "key" else ():
            if name in OTHERWISE or name == "Replace":
                continue
            for piece in save.pieces:
                theirs_id = ids.get(piece.id, piece.id)
                if piece.basic_name == name and theirs_id in engine.pieces:
                    theirs_piece = engine.pieces[theirs_id]
                    assert isinstance(theirs_piece, Piece)
                    assert told(save, piece, ids) == told(engine, theirs_piece, {}), name
                    compared += 1
    for mine, wanted in ids.items():
        one, other = save.pieces[mine], engine.pieces[wanted]
        assert isinstance(one, Piece)
        assert isinstance(other, Piece)
        assert told(save, one, ids) == told(engine, other, {}), one.basic_name
        compared += 1
    assert compared > 45
    assert all(piece.basic_name != "Replace" for piece in save.pieces)


def test_what_is_left_to_chance_or_not_done_is_refused_with_its_reason(
    played: tuple[Save, dict[str, str]],
) -> None:
    _, refused = played
    assert {
        name: why.removeprefix("the command is not done: ") for name, why in refused.items()
    } == {
        "Scout 68,130": "expected a command of none, found '68,130'",
        "Rotate six 82,130": "it is left to chance; set the level or facing by itself",
        "Rotate free 82,130": "it is left to chance; set the level or facing by itself",
        "Layer three levels 78,130": "it is left to chance; set the level or facing by itself",
        "Global Key Command fast name:Box": (
            "it compares a property in a way (MATCH) not done here"
        ),
        "Attachment 65,130": "it links the piece with others, which is not done by this tool",
    }


def test_a_command_by_its_menu_text_and_by_its_key() -> None:
    save = opened("01-new.vsav", kitchen())
    piece = save.piece("1st Inf")
    before = piece.piece.state_text
    piece.do("Flip").do("CW").do("+1")
    by_menu = piece.piece.state_text
    other = opened("01-new.vsav", kitchen()).piece("1st Inf")
    assert other.do("Ctrl+F").do("93,130").do("80,130").piece.state_text == by_menu != before
    with pytest.raises(BindingError, match="did you mean 'Flip'"):
        piece.do("Flipp")
    piece.do("Delete")
    assert piece.id not in save.pieces


def test_a_file_of_changes_names_a_command_and_a_side() -> None:
    save = opened("01-new.vsav", kitchen())
    text = """
        [[change]]
        do = "1st Inf"
        command = "Mask"
        side = "US"
        [[change]]
        do = "Send To x y"
        command = "To base"
    """
    changes = read_changes(text.replace("        ", ""))
    made = make(save.editor, changes, lambda seed, cards: (0, cards))
    assert [one.words for one in made] == ["1st Inf does Mask", "Send To x y does To base"]
    assert save.piece("Send To x y").location == "0504"
    prove(opened("01-new.vsav", None), Save.from_bytes(save.to_bytes()), save.editor.commands)


def commands_of(texts: list[str], ids: dict[str, str]) -> list[str]:
    """Return commands as the engine logs them: without what its own client alone remembers."""
    found = []
    for text in texts:
        for mine, theirs in ids.items():
            text = text.replace(mine, theirs)
        command = Command(text)
        if command.kind == "ChangePiece" and _same_traits(command):
            continue
        if command.kind == "MovePiece":
            command["player"] = ""
        found.append(re.sub(r"(;Clicked[XY];0|;Old\w+;[^;\t/]*)", "", command.text))
    return found


def _same_traits(command: Command) -> bool:
    new, old = Chain(command["state"]), Chain(command["old_state"])
    return list(new)[:-1] == list(old)[:-1]


@pytest.mark.parametrize(
    ("step", "name", "key"),
    [
        (36, "Replace", "85,130"),
        (37, "Place Marker", "83,130"),
        (38, "Send To x y", "66,130"),
        (39, "Trigger", "84,130"),
    ],
)
def test_a_key_sends_the_commands_that_the_engine_logged(step: int, name: str, key: str) -> None:
    log = open_log(GOLDEN / "logs" / "a-two-players.vlog")
    logged = [text for text in log.steps[step - 1].effective if text]
    save = log.cut(step - 1, module=kitchen())
    save.belongs_to(kitchen())
    save.piece(name).do(key, side="US")
    ours = save.editor.commands
    theirs_new = [Command(text)["id"] for text in logged if text.startswith("+/")]
    ours_new = [Command(text)["id"] for text in ours if text.startswith("+/")]
    ids = dict(zip(ours_new, theirs_new, strict=True))
    count = re.compile(r";(\d+);UniqueID")  # how many properties a piece keeps
    assert [count.sub(";n;UniqueID", one) for one in commands_of(ours, ids)] == [
        count.sub(";n;UniqueID", one) for one in commands_of(logged, {})
    ]


def test_reports_say_what_the_engine_s_said() -> None:
    save = opened("01-new.vsav", kitchen())
    for do in SAID:
        if do[0] == "move":
            act(save, kitchen(), list(do), [])
            continue
        before = len(save.editor.commands)
        save.piece(do[2]).do(do[1], side="US")
        lines = [
            one.removeprefix("CHAT")
            for one in save.editor.commands[before:]
            if one.startswith("CHAT")
        ]
        assert lines == [do[3]]


SAID = (
    ("move", "Theatre", "230", "220", "1st Inf"),
    ("key", "70,130", "1st Inf", "* 1st Inf (reduced) turns in 0404 *"),
    ("key", "70,130", "Report Action", "* P05: Report Action (half) *"),
    ("key", "71,130", "Report Action cycles", "* first Report Action cycles"),
)
"""Moves and keys of the engine's script, and what the engine reported of the keys."""
