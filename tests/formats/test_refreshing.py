import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.cli_kit import call
from tests.living_kit import BEACHHEAD, KITCHEN, LATE, changed, late
from vassal_bridge.errors import BindingError, VerifyError
from vassal_bridge.formats.metadata import read_metadata, set_version
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Deck, Piece, Stack
from vassal_bridge.formats.prototypes import TraitTexts
from vassal_bridge.formats.refreshing.carrying import Options, Pair, fit_of, make_plan
from vassal_bridge.formats.refreshing.refresh import HIDDEN, Refresher, Report, prove
from vassal_bridge.formats.refreshing.setups import refresh_setups
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.tokens import decode

FLIP = "true;Step;;;false;;1;1;true;;70,130;;;1.0;;true"
MASK = "obs;75,130;hidden.png;Conceal;B;Japanese unit;side:;Peek;;false;;"


def refreshed(module: Module, save: Save, **options: bool) -> tuple[Save, Report]:
    return Refresher(module, Options(**options)).refresh(save)


def levels(save: Save) -> dict[str, str]:
    found = {}
    for piece in save.pieces:
        trait = piece.trait("emb2;", "Step")
        if trait is not None:
            found[piece.id] = trait.state["level"]
    return found


def owners(save: Save) -> dict[str, str]:
    return {
        piece.id: trait.state["owner"]
        for piece in save.pieces
        for trait in piece.traits
        if trait.prefix == "obs;"
    }


# --- the engine's own files ---------------------------------------------------------------------


def test_what_vassal_made_of_a_module_is_up_to_date_and_keeps_every_byte(golden: Path) -> None:
    """VASSAL's own pieces are what our expansion of its slots gives, all 46 traits of them."""
    for name in ("kitchen", "beachhead"):
        refresher = Refresher(open_module(golden / f"{name}.vmod"))
        for path in sorted((golden / name).glob("0*.vsav")):
            save = open_save(path)
            made, report = refresher.refresh(save)
            assert made.to_bytes() == save.to_bytes()
            assert (report.refreshed, report.lost) == (0, [])


def test_a_piece_whose_states_do_not_fit_its_traits_is_kept_as_it_is(golden: Path) -> None:
    save = open_save(golden / "kitchen" / "07-lossy.vsav")
    damaged = [one.id for one in save.pieces if len(one.types) != len(one.states)]
    _, report = refreshed(open_module(golden / "kitchen.vmod"), save)
    assert [one.id for one in report.kept] == damaged
    assert all("its save is damaged" in str(one) for one in report.kept)
    assert len(damaged) == 1


def test_the_options_of_vassals_decks_are_those_of_its_draw_piles(golden: Path) -> None:
    save = open_save(golden / "kitchen" / "04-decks.vsav")
    made, report = refreshed(open_module(golden / "kitchen.vmod"), save, decks=True)
    assert save.pieces.decks
    assert made.to_bytes() == save.to_bytes()
    assert report.decks == []


def test_a_module_that_vassals_editor_has_saved_again_refreshes_nothing(golden: Path) -> None:
    _, report = refreshed(open_module(golden / "beachhead-rewritten.vmod"), late())
    assert report.current == report.pieces > 30


# --- new versions -------------------------------------------------------------------------------


def test_a_trait_that_is_new_in_a_prototype_comes_to_every_piece_in_its_place() -> None:
    new = changed(
        ("mark;Layer\\\\\\\\", "mark;Layer,Era\\\\\\\\"),
        ("\\\\\\\tUnits\\", "\\\\\\\tUnits,1943\\"),
    )
    save = late()
    made, report = refreshed(new, save)
    assert report.refreshed > 25
    assert (report.kept, report.lost) == ([], [])
    units = [piece for piece in made.pieces if piece.marker("Era") is not None]
    assert {piece.marker("Era") for piece in units} == {"1943"}
    for piece in save.pieces:
        other = made.pieces[piece.id]
        assert (other.point, other.persistent) == (piece.point, piece.persistent)
    assert [stack.state_text for stack in made.pieces.stacks] == [
        stack.state_text for stack in save.pieces.stacks
    ]
    assert levels(made) == levels(save)
    assert owners(made) == owners(save)


def test_every_refreshed_piece_has_the_traits_of_its_slot_and_refreshing_again_does_nothing() -> (
    None
):
    new = changed((FLIP, FLIP.replace("Step", "Steps")), ("hit.png,dead.png", "hurt.png,dead.png"))
    made, report = refreshed(new, late())
    slots = {slot.gpid: slot for slot in new.slots}
    for piece in made.pieces:
        expected = new.expand(slots[piece.gpid].definition).traits
        assert piece.type_chain.texts() == [one.type for one in expected]
    again, nothing = refreshed(new, made)
    assert nothing.refreshed == 0
    assert again.to_bytes() == made.to_bytes()
    assert report.refreshed > 25


def test_a_layer_keeps_its_level_by_its_name_when_its_images_change() -> None:
    save = late()
    assert "2" in levels(save).values()
    new = changed(("b.png;,+ (reduced)", "b.png,spent.png;,+ (reduced),+ (spent)"))
    made, report = refreshed(new, save)
    assert levels(made) == levels(save)
    assert report.lost == []
    vassal, lost = refreshed(new, save, layers=False, as_vassal=True)
    assert set(levels(vassal).values()) == {"1"}
    assert any("'Step'" in str(one) or HIDDEN in str(one) for one in lost.lost)


def test_a_dynamic_property_keeps_its_value_when_its_commands_change() -> None:
    save = late()
    new = changed(("Step +1:80\\,130:I\\,1;steps left", "Recover:80\\,130:I\\,1;steps left"))
    made, _ = refreshed(new, save)
    before = [piece["Steps"] for piece in save.pieces if piece.trait("PROP;", "Steps")]
    assert [piece["Steps"] for piece in made.pieces if piece.trait("PROP;", "Steps")] == before
    assert len(set(before)) > 1
    anew, _ = refreshed(new, save, as_vassal=True)
    assert {piece["Steps"] for piece in anew.pieces if piece.trait("PROP;", "Steps")} == {"2"}


def test_a_concealed_unit_stays_concealed_when_its_mask_changes_and_is_never_named() -> None:
    save = late()
    hidden = {one for one, owner in owners(save).items() if owner not in ("", "null")}
    assert hidden
    made, _ = refreshed(changed((MASK, MASK.replace("Japanese unit", "Unknown unit"))), save)
    assert owners(made) == owners(save)
    names = {piece.basic_name for piece in save.pieces if piece.id in hidden}
    gone = [
        (f'gpid="{piece.gpid}"', f'gpid="x{piece.gpid}"')
        for piece in save.pieces
        if piece.id in hidden
    ]
    renamed = [(name.replace("/", "\\/") + "/", "Nobody/") for name in sorted(names)]
    _, report = refreshed(changed(*gone, *renamed), save)
    assert {one.id for one in report.kept} >= hidden
    told = [one for one in report.kept if one.id in hidden]
    assert {(one.name, one.gpid) for one in told} == {(HIDDEN, "")}


def test_without_its_gpid_a_piece_is_found_by_its_name_and_gets_the_slots_gpid() -> None:
    new = changed(('gpid="1"', 'gpid="901"'))
    made, report = refreshed(new, late())
    assert report.by_name == 1
    assert report.named == {"1/1 Mar": 1}
    assert [piece.basic_name for piece in made.pieces if piece.gpid == "901"] == ["1/1 Mar"]
    _, kept = refreshed(new, late(), fix_gpids=False)
    assert kept.by_name == 0
    made, report = refreshed(new, late(), use_names=False)
    assert [one.name for one in report.kept] == ["1/1 Mar"]
    assert (
        made.pieces[report.kept[0].id].command.text == late().pieces[report.kept[0].id].command.text
    )


def test_where_two_slots_have_a_gpid_the_name_decides_or_the_piece_is_kept() -> None:
    _, report = refreshed(changed(('gpid="2"', 'gpid="1"')), late())
    assert [one.name for one in report.kept] == []
    twins = changed(('gpid="2"', 'gpid="1"'), ("2\\/1 Mar/", "1\\/1 Mar/"))
    _, report = refreshed(twins, late())
    first = next(one for one in report.kept if one.name == "1/1 Mar")
    assert first.why == "several slots of the module have its gpid"


def test_a_piece_whose_slot_got_another_name_is_told_with_both(tmp_path: Path) -> None:
    new = changed(("/1 Mar/", "/1 Marines/"))
    _, report = refreshed(new, late())
    assert report.by_name == 0
    assert report.renamed[("1/1 Mar", "1/1 Marines")] == 1
    path = tmp_path / "new.vmod"
    path.write_bytes(new.archive.to_bytes())
    told = call("refresh", LATE, "--module", path, "--dry-run").output
    assert "1/1 Mar became 1/1 Marines, whose slot has the gpid." in told


def test_pieces_on_a_map_that_is_gone_are_told() -> None:
    name = next(piece.map for piece in late().pieces if piece.map)
    new = changed((f'mapName="{name}"', 'mapName="Atoll"'))
    _, report = refreshed(new, late())
    assert report.maps == [name]


def test_a_deck_gets_its_new_options_and_keeps_its_cards(golden: Path) -> None:
    path = golden / "kitchen" / "04-decks.vsav"
    new = changed(
        ('reverseCommand="Reverse"', 'reverseCommand="Turn over"'), module=golden / "kitchen.vmod"
    )
    made, report = refreshed(new, open_save(path), decks=True)
    before = {deck.id: deck.members for deck in open_save(path).pieces.decks}
    assert {deck.id: deck.members for deck in made.pieces.decks} == before
    assert {deck.type["reverse_menu"] for deck in made.pieces.decks} == {"Turn over"}
    assert all("reverse menu" in told for told in report.decks)
    assert isinstance(made.pieces[next(iter(before))], Deck)


def test_a_deck_goes_to_its_new_place_with_its_cards_in_their_order(golden: Path) -> None:
    save = open_save(golden / "kitchen" / "01-new.vsav")
    new = changed(('width="40" x="60" y="480"', 'width="40" x="61" y="470"'), module=KITCHEN)
    made, report = refreshed(new, save, decks=True)
    (deck,) = [one for one in made.pieces.decks if one.type["name"] == "Draw"]
    before = save.pieces[deck.id]
    assert isinstance(before, Deck)
    assert deck.members == before.members
    assert (deck.x - before.x, deck.y - before.y) == (1, -10)
    assert {made.pieces[one].point for one in deck.members} == {deck.point}
    assert report.decks == ["the deck 'Draw' has changed: its place"]


def test_a_decks_key_commands_become_those_of_the_module(golden: Path) -> None:
    save = open_save(golden / "kitchen" / "04-decks.vsav")
    new = changed(('name="Flip the deck" ', 'name="Flip, all" '), module=KITCHEN)
    made, report = refreshed(new, save, decks=True)
    (deck,) = [one for one in made.pieces.decks if one.type["name"] == "Draw"]
    (command,) = decode(deck.type["global_commands"], ",")
    assert decode(command, "|")[:6] == [
        "Flip, all", "88,130", "", "2", "two of $deckName$", "Flip, all"
    ]  # fmt: skip
    assert report.decks == ["the deck 'Draw' has changed: its key commands"]


def test_a_deck_that_is_gone_is_kept_or_becomes_a_stack_and_a_new_one_is_added(
    golden: Path,
) -> None:
    save = open_save(golden / "kitchen" / "01-new.vsav")
    (old,) = [one for one in save.pieces.decks if one.type["name"] == "Draw"]
    new = changed(('maxStack="10" name="Draw"', 'maxStack="10" name="Pile"'), module=KITCHEN)
    made, report = refreshed(new, save, decks=True)
    assert made.pieces[old.id].command.text == old.command.text
    assert any("no deck 'Draw'" in told for told in report.decks)
    assert any("a new deck 'Pile'" in told for told in report.decks)
    made, _ = refreshed(new, save, decks=True, delete_old_decks=True, add_new_decks=True)
    stack = made.pieces[old.id]
    assert isinstance(stack, Stack)
    assert (stack.members, stack.point) == (old.members, old.point)
    (pile,) = [one for one in made.pieces.decks if one.type["name"] == "Pile"]
    assert (pile.members, pile.is_face_down, pile.point) == ([], True, old.point)
    kept = ("name", "empty_key")
    for name in pile.type.layout.names:
        if name not in kept:
            assert pile.type[name] == old.type[name], name


# --- what is written ----------------------------------------------------------------------------


def test_the_save_says_which_version_of_the_module_it_is_of() -> None:
    archive = open_module(BEACHHEAD).archive
    data = set_version(archive["moduledata"], "0.4 & more")
    new = Module(archive.replace("moduledata", data))
    made, _ = refreshed(new, late())
    assert made.archive["moduledata"] == data
    assert read_metadata(made.archive["savedata"]).version == "0.4 & more"
    assert read_metadata(data).name == "Beachhead"


def test_a_log_and_a_foreign_save_are_refused(golden: Path) -> None:
    refresher = Refresher(open_module(BEACHHEAD))
    with pytest.raises(BindingError, match="log"):
        refresher.refresh(open_save(golden / "beachhead" / "turn1-US.vlog"))
    with pytest.raises(BindingError, match="belongs to the module"):
        refresher.refresh(open_save(golden / "kitchen" / "01-new.vsav"))


def test_the_proof_finds_a_piece_that_moved_or_is_missing() -> None:
    save, other = late(), late()
    piece = next(iter(other.pieces))
    assert isinstance(piece, Piece)
    piece.put("Beachhead", 1, 1)
    with pytest.raises(VerifyError, match="another place"):
        prove(save, other)
    other = late()
    other.commands.remove(next(iter(other.pieces)).command)
    with pytest.raises(VerifyError):
        prove(save, other)


def test_set_ups_inside_a_module_are_refreshed_where_they_lie() -> None:
    new = changed(("b.png;,+ (reduced)", "b.png,spent.png;,+ (reduced),+ (spent)"))
    archive, reports = refresh_setups(Refresher(new))
    assert len(reports) == 1
    assert reports[0].refreshed > 20
    assert archive.names == new.archive.names
    differing = [name for name in archive.names if archive[name] != new.archive[name]]
    assert differing == [reports[0].file]


# --- states -------------------------------------------------------------------------------------

SIX, FOUR, FREE = "rotate;6;;;;;;;Turn", "rotate;4;;;;;;;Turn", "rotate;1;;;;;Turn"


@pytest.mark.parametrize(
    ("old", "state", "new", "expected"),
    [
        (SIX, "3", FOUR, "2"),
        (SIX, "3", FREE, "-180.0"),
        (FREE, "-90.0", FOUR, "1"),
        (SIX, "5", "rotate;6;;;;;Left;;Turn", "5"),
        ("label;76,130;Change", "Spent", "label;76,130;Rename", "Spent"),
        ("label;;Change", "Spent", "label;;Rename", "fresh"),
        (
            "propertysheet;0Name~0Rank;Sheet",
            "Bob~Major",
            "propertysheet;0Rank~0Name~0Age;Sheet",
            "Major~Bob~fresh",
        ),
    ],
)
def test_a_state_is_made_to_fit_the_new_trait(
    old: str, state: str, new: str, expected: str
) -> None:
    fresh = "~~fresh" if new.startswith("propertysheet") else "fresh"
    pair = Pair(0, 0, is_same=False)
    assert fit_of(old, TraitTexts(new, fresh), pair, Options())(state) == expected


TYPES = st.lists(
    st.sampled_from(["emb2;A;;;;;;;;;;;;;;a;;;L", "emb2;B;;;;;;;;;;;;;;b;;;L", "hide;H", "PROP;P;x",
                     "PROP;P;y", "mark;N", "label;L;M", "delete;D"]),
    max_size=6,
)  # fmt: skip


@given(TYPES, TYPES, st.booleans())
@example(["hide;H", "hide;H"], ["hide;H"], False)
def test_no_trait_gives_or_takes_a_state_twice(
    old: list[str], new: list[str], strict: bool
) -> None:
    plan = make_plan(old, new, Options(as_vassal=strict))
    giving, taking = [one.old for one in plan.pairs], [one.new for one in plan.pairs]
    assert len(set(giving)) == len(giving)
    assert len(set(taking)) == len(taking)
    assert sorted([*giving, *plan.left]) == [
        n for n, text in enumerate(old) if not text.startswith("mark;")
    ]
    for pair in plan.pairs:
        assert pair.is_same == (old[pair.old] == new[pair.new])


# --- the command --------------------------------------------------------------------------------


def test_the_command_writes_into_a_folder_and_leaves_the_given_files(tmp_path: Path) -> None:
    new = tmp_path / "beachhead-0.4.vmod"
    new.write_bytes(changed(("b.png;,+ (reduced)", "b.png;,+ (spent)")).archive.to_bytes())
    out = tmp_path / "out"
    dry = call("refresh", LATE, "--module", new, "--dry-run")
    assert dry.exit_code == 0
    assert not out.exists()
    done = call("refresh", LATE, "--module", new, "--setups", "-o", out, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["saves"][0]["file"] == LATE.name
    assert all(one["kept"] == [] for one in told["saves"])
    assert sorted(path.name for path in out.iterdir()) == sorted([LATE.name, new.name])
    assert (
        Refresher(open_module(out / new.name)).refresh(open_save(out / LATE.name))[1].refreshed == 0
    )


def test_the_command_says_by_its_exit_code_that_something_was_kept(tmp_path: Path) -> None:
    new = tmp_path / "new.vmod"
    module = changed(('gpid="1"', 'gpid="901"'), ("1\\/1 Mar/", "First Marines/"))
    new.write_bytes(module.archive.to_bytes())
    done = call("refresh", LATE, "-m", new, "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert "1/1 Mar is kept as it is" in done.output
    assert (tmp_path / "out" / LATE.name).is_file()


def test_the_command_never_writes_over_a_save_that_it_reads(tmp_path: Path) -> None:
    save = tmp_path / LATE.name
    save.write_bytes(LATE.read_bytes())
    done = call("refresh", save, "-m", BEACHHEAD, "-o", tmp_path, "--force")
    assert done.exit_code == 2
    assert save.read_bytes() == LATE.read_bytes()


@pytest.mark.parametrize("arguments", [["-m", BEACHHEAD], ["-m", BEACHHEAD, "-o", "x"]])
def test_the_command_asks_for_saves_and_a_folder(arguments: list[str]) -> None:
    assert call("refresh", *arguments).exit_code == 2


# --- whatever a new version does ----------------------------------------------------------------

BUILD = open_module(BEACHHEAD).archive["buildFile.xml"].decode("utf-8")
GPIDS = sorted({slot.gpid for slot in open_module(BEACHHEAD).slots if slot.gpid}, key=int)
REVISIONS = st.fixed_dictionaries(
    {
        "renumbered": st.lists(st.sampled_from(GPIDS), max_size=5, unique=True),
        "twins": st.lists(st.sampled_from(GPIDS), max_size=3, unique=True),
        "gone": st.lists(st.sampled_from(GPIDS), max_size=5, unique=True),
        "traits": st.lists(
            st.sampled_from(
                [
                    ("markmoved;", "markmoved;x"),
                    ("prototype;Common\\\\\t", ""),
                    ("PROP;Steps", "PROP;Losses"),
                    ("true;Step;;;false", "true;Face;;;false"),
                    ("obs;75,130", "obs;76,130"),
                ]
            ),
            max_size=3,
            unique=True,
        ),
    }
)


def revised(revision: dict[str, list[str]], traits: list[tuple[str, str]]) -> Module:
    """Return a version whose slots have other gpids, the gpid of another, or are gone."""
    lines = []
    for line in BUILD.splitlines(keepends=True):
        gpid = line.partition(' gpid="')[2].partition('"')[0]
        if gpid and gpid in revision["gone"]:
            continue
        if gpid and gpid in revision["renumbered"]:
            line = line.replace(f'gpid="{gpid}"', f'gpid="9{gpid}"')
        elif gpid and gpid in revision["twins"]:
            line = line.replace(f'gpid="{gpid}"', f'gpid="{GPIDS[0]}"')
        lines.append(line)
    text = "".join(lines)
    for old, new in traits:
        text = text.replace(old, new)
    archive = open_module(BEACHHEAD).archive
    return Module(archive.replace("buildFile.xml", text.encode("utf-8")))


@settings(max_examples=12)
@given(REVISIONS, st.booleans(), st.booleans())
def test_no_version_of_a_module_loses_moves_or_reveals_a_piece(
    revision: dict[str, list[str]], names: bool, as_vassal: bool
) -> None:
    traits = revision.pop("traits")
    refresher = Refresher(
        revised(revision, traits),  # type: ignore[arg-type]
        Options(use_names=names, as_vassal=as_vassal),
    )
    save = late()
    made, report = refresher.refresh(save)
    assert list(made.pieces.ids()) == list(save.pieces.ids())
    assert report.pieces == len(list(save.pieces))
    assert [one.members for one in made.pieces.holders] == [
        one.members for one in save.pieces.holders
    ]
    for piece in save.pieces:
        other = made.pieces[piece.id]
        assert isinstance(other, Piece)
        assert (other.point, other.persistent) == (piece.point, piece.persistent)
    kept = {one.id for one in report.kept}
    for piece_id in kept:
        assert made.pieces[piece_id].command.text == save.pieces[piece_id].command.text
    if not as_vassal:
        assert owners(made) == owners(save)
    again, nothing = refresher.refresh(made)
    assert again.to_bytes() == made.to_bytes()
    assert nothing.refreshed == 0
