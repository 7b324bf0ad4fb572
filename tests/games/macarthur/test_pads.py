"""Planning pads: private windows in which a side lays its missions out [2.2.7, 8.3.1]."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from modules.macarthur.rules import charts, pads, planning
from modules.macarthur.setup import load_pads
from modules.macarthur.state import State
from modules.macarthur.units import Mission
from tests.built import undrawn_module_of
from tests.macarthur_pads import laid_out
from tests.macarthur_saves import NAME, after, first_day, played, state_of
from tests.macarthur_sea import JAPANESE_AIR, house_board, play, position, where
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.save import Save

RAID = {f"{name}": "Japanese Mission 1" for name in ("Betty 1", "Betty 2", "Zeke 1", "Zeke 2")}
ORDERS = {"Japanese Mission 1": "raid Clark"}
ONE, TWO = "Japanese Mission 1", "Japanese Mission 2"


def test_each_side_alone_can_open_its_pad() -> None:
    text = undrawn_module_of(NAME).archive["buildFile.xml"].decode("utf-8")
    for name, side in (("Japanese Planning Pad", "Japan"), ("Allied Planning Pad", "Allies")):
        (start,) = [
            part
            for part in text.split("<VASSAL.build.module.PrivateMap ")[1:]
            if f'mapName="{name}"' in part.partition(">")[0]
        ]
        assert f'side="{side}"' in start.partition(">")[0]
        assert 'visible="false"' in start.partition(">")[0]


def test_the_boxes_of_the_pads_are_those_of_the_module() -> None:
    layouts = undrawn_module_of(NAME).layouts_for(first_day())
    for box, side in load_pads().items():
        assert layouts[pads.name_of(side)].place(box) is not None


def test_what_lies_on_the_pad_is_flown_from_the_fields_it_came_from() -> None:
    state = state_of(after(laid_out(first_day(), RAID, ORDERS), "air_plan"))
    clark = str(state.board.fields["Clark"].hex)
    flying = {unit.id: unit for unit in state.units.values() if unit.mission}
    assert set(flying) == set(RAID)
    assert {unit.location for unit in flying.values()} == {clark}
    assert {name: unit.base for name, unit in flying.items()} == {
        "Betty 1": "Taichu", "Betty 2": "Taichu", "Zeke 1": "Tainan", "Zeke 2": "Tainan",
    }  # fmt: skip
    assert flying["Betty 1"].mission == Mission.BOMB
    assert flying["Zeke 1"].mission == Mission.ESCORT
    assert state.tracks["orders"] == f"{ONE}: raid Clark"


def test_a_field_that_is_not_the_first_one_is_remembered_or_named() -> None:
    moved = after(laid_out(first_day(), {"Nate 1": TWO}, {TWO: "move Heito"}), "air_plan")
    home = after(moved, "air_home")
    assert state_of(home).units["Nate 1"].location == "Heito"
    assert state_of(laid_out(home, {"Nate 1": TWO}, {})).units["Nate 1"].base == "Heito"
    named = laid_out(first_day(), {"Betty 3": ONE}, {ONE: "raid Clark from Taichu"})
    assert state_of(after(named, "air_plan")).units["Betty 3"].base == "Taichu"


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("", "expected an order such as `raid Clark`"),
        ("bomb Clark", "expected an order such as"),
        ("raid Atlantis", "there is no hex, field or town 'Atlantis'"),
        ("raid Takao", "nothing to attack at Takao"),
        ("raid bridge 0101/0102", "there is no"),
        ("raid Clark from Luna", "there is no field 'Luna'"),
        ("cap Takao", "Sally 1 is no fighter"),
        ("high Clark", "Only Corregidor is bombed extra high"),
    ],
)
def test_an_order_that_cannot_be_flown_is_refused_with_its_box(order: str, said: str) -> None:
    with pytest.raises(RuleError, match=said) as caught:
        play(planning.plan, on_the_pad({"Sally 1": ONE, "Zeke 1": ONE}, order))
    assert str(caught.value).startswith(ONE)


def on_the_pad(units: Mapping[str, str], order: str, box: str = ONE) -> State:
    """Return the first day with aircraft on a pad, and one order."""
    state = position(phase=JAPANESE_AIR)
    laid = [
        replace(unit, location=units[unit.id], base=unit.location) if unit.id in units else unit
        for unit in state.units.values()
    ]
    return State(state.board, laid, {**state.tracks, "orders": f"{box}: {order}"})


def test_mac_8_5_1_b_army_and_navy_in_one_box_are_two_raids() -> None:
    state = on_the_pad({"Betty 1": ONE, "Nate 3": ONE, "Zeke 1": ONE}, "raid Laoag")
    play(planning.plan, state)
    assert state.units["Zeke 1"].mission == Mission.ESCORT
    assert state.units["Nate 3"].mission == Mission.STRAFE


def test_cap_and_interdiction_are_flown_from_the_pad() -> None:
    state = on_the_pad({"Nate 3": ONE, "Zeke 4": TWO}, "cap Chosu")
    orders = pads.format_orders({ONE: "cap Chosu", TWO: "interdict 1106"})
    state = State(state.board, state.units.values(), {**state.tracks, "orders": orders})
    play(planning.plan, state)
    assert state.units["Nate 3"].mission == Mission.CAP
    assert state.units["Nate 4"].held
    assert (state.units["Zeke 4"].mission, where(state, "Zeke 4")) == (Mission.INTERDICT, "1106")


def test_who_waits_on_a_pad_stands_on_its_field_while_the_enemy_attacks() -> None:
    state = on_the_pad({"P-35 1": "Allied Mission 1"}, "raid Takao", "Allied Mission 1")
    play(planning.plan, state)
    assert where(state, "P-35 1") == "Del Carmen"


def test_what_may_not_lie_on_a_pad_is_a_problem() -> None:
    state = on_the_pad({"P-35 1": ONE, "1/48": TWO}, "raid Clark")
    assert len([text for text in state.status() if "only aircraft of its owner" in text]) == 2


def test_nothing_of_a_plan_is_told_before_it_is_flown() -> None:
    save = laid_out(first_day(), {"Nate 1": TWO}, {TWO: "move Heito"})
    told = played(save, "air_plan")
    assert not any("Heito" in line or "Nate" in line for line in (*told.chat, *told.story))


def test_a_sealed_pad_says_nothing_to_the_enemy_and_all_to_its_owner() -> None:
    save = laid_out(first_day(), RAID, ORDERS)
    sealed = after(save, "seal_japanese")
    state = state_of(sealed)
    assert charts.is_sealed(state, "jp")
    assert state.tracks["orders"] == ""
    assert all(not unit.base for unit in state.units.values())
    assert "raid Clark" not in "".join(str(one) for one in sealed.commands)
    assert dict(state_of(after(sealed, "open_japanese")).units) == dict(state_of(save).units)
    assert state_of(after(sealed, "open_japanese")).tracks["orders"] == f"{ONE}: raid Clark"


def test_a_mission_that_a_hand_has_set_on_the_pad_is_set_right() -> None:
    save = laid_out(first_day(), RAID, ORDERS)
    flown = after(save, "air_plan")
    back = laid_out(flown, dict.fromkeys(RAID, TWO), {TWO: "raid Iba"})
    state = state_of(after(back, "air_plan"))
    iba = str(state.board.fields["Iba"].hex)
    assert {state.units[name].location for name in RAID} == {iba}


def test_orders_are_read_as_written() -> None:
    text = pads.format_orders({ONE: " raid\n Clark ", TWO: ""})
    assert text == f"{ONE}: raid Clark"
    assert pads.parse_orders(text) == {ONE: "raid Clark"}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("RAID clark", pads.Order("raid", "1137")),
        ("raid 1137 ground", pads.Order("raid", "1137", "ground")),
        ("high Corregidor from Takao", pads.Order("high", "1244", "", "Takao")),
        ("cap Takao", pads.Order("cap", "Takao")),
        ("move john hayes", pads.Order("move", "1124")),
    ],
)
def test_orders_in_words(text: str, order: pads.Order) -> None:
    assert pads.parse_order(house_board(), text) == order


def test_a_bridge_is_named_by_its_banks() -> None:
    board = house_board()
    one, other = board.bridges()[0]
    order = pads.parse_order(board, f"raid bridge {other}/{one}")
    assert (order.place, order.what) == (one, f"bridge {one} {other}")


def test_a_save_without_changes_stays_as_it_is() -> None:
    save = laid_out(first_day(), RAID, ORDERS)
    assert Save.from_bytes(played(save, "corregidor").data, name="x").commands
    assert state_of(after(save, "corregidor")) == state_of(save)
