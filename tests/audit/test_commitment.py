"""Fair dice: what two players mail gives rolls that neither chose, and any tampering shows."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from vassal_bridge.audit import commitment as fair
from vassal_bridge.audit.blocks import Block, read_blocks
from vassal_bridge.audit.commitment import Secret, new_secret, read_secret
from vassal_bridge.audit.fairness import KINDS, blocks_in_chat, check_fair, fair_series
from vassal_bridge.errors import FormatError, UnusableAnswer
from vassal_bridge.formats.logs.log import Log, log_from, open_log
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import Roll

GAME = "Tarawa 7; rückwärts"


@cache
def log() -> Log:
    return open_log(GOLDEN / "chain" / "1-US.vlog")


def other_log() -> Log:
    return open_log(GOLDEN / "chain" / "2-JP.vlog")


def secret(player: str, seed: int, rounds: int = 5) -> Secret:
    return Secret(GAME, player, rounds, bytes([seed]) * 32, {})


ANN, BOB = secret("Ann", 1), secret("Bob", 2)
ROLLS = (Roll("2d6", "attack at 0505"), Roll("1d10", ""))


@cache
def round_of(rounds: int) -> tuple[Block, ...]:
    """Return the blocks of some rounds that were played as they should, the askers in turn."""
    secrets = {"Ann": ANN, "Bob": BOB}
    blocks = [ANN.commitment, BOB.commitment]
    for number in range(rounds):
        asker, other = ("Ann", "Bob") if number % 2 == 0 else ("Bob", "Ann")
        blocks.append(fair.ask(secrets[asker], blocks, log(), ROLLS))
        secrets[other], block = fair.answer(secrets[other], blocks, log())
        blocks.append(block)
        secrets[asker], block = fair.roll(secrets[asker], blocks)
        blocks.append(block)
    return tuple(blocks)


def kinds(blocks: object, logs: tuple[Log, ...] = ()) -> list[str]:
    return [doubt.kind for doubt in check_fair(list(blocks), logs)]  # type: ignore[call-overload] # any blocks


def changed(block: Block, **fields: str) -> Block:
    return replace(block, fields=tuple((n, fields.get(n, v)) for n, v in block.fields))


def test_three_rounds_played_straight_leave_no_doubt() -> None:
    assert kinds(round_of(3), (log(),)) == []
    series = list(fair_series(round_of(3)))
    assert [question["player"] for question, _ in series] == ["Ann", "Bob", "Ann"]
    for _, rolls in series:
        assert [(one.spec, one.why) for one in rolls] == [("2d6", "attack at 0505"), ("1d10", "")]
        assert all(1 <= face <= 6 for face in rolls[0].faces)
    assert len({tuple(one.faces for one in rolls) for _, rolls in series}) > 1


def test_what_waits_for_a_mail_is_told() -> None:
    blocks = round_of(1)
    assert kinds(blocks[:3]) == ["not-answered"]
    assert kinds(blocks[:4]) == ["not-rolled"]


def tampered(blocks: tuple[Block, ...], place: int, **fields: str) -> list[Block]:
    found = list(blocks)
    found[place] = changed(found[place], **fields)
    return found


@pytest.mark.parametrize(
    ("kind", "blocks"),
    [
        ("roll-wrong", tampered(round_of(1), 4, faces="6+6 10")),
        ("link-wrong", tampered(round_of(1), 4, link="00" * 32)),
        ("link-wrong", tampered(round_of(1), 4, link="nothing")),
        ("link-wrong", tampered(round_of(1), 3, link="00" * 32)),
        ("question-wrong", tampered(round_of(1), 2, rolls="3d6 attack")),
        ("question-wrong", tampered(round_of(1), 2, tips="00")),
        ("no-commitments", list(round_of(1)[1:])),
        ("no-commitments", [*round_of(1), secret("Ann", 9).commitment]),
        ("asked-twice", [*round_of(1), changed(round_of(1)[2], rolls="1d6")]),
        ("answered-twice", [*round_of(1), changed(round_of(1)[3], ask="00")]),
        ("round-missing", [*round_of(3)[:2], *round_of(3)[5:]]),
        ("block-damaged", tampered(round_of(1), 2, round="x")),
    ],
)
def test_tampering_has_its_name(kind: str, blocks: list[Block]) -> None:
    assert kind in KINDS
    assert kind in kinds(blocks)


def test_a_question_is_bound_to_its_log_as_it_was() -> None:
    assert kinds(round_of(1), (other_log(),)) == ["log-unknown"]
    longer = Log(Save.from_bytes(log_from(log().save, [["CHAT<Ann> - and on"]])))
    assert kinds(round_of(1), (longer,)) == []
    asked = [*round_of(1)[:3]]
    with pytest.raises(UnusableAnswer, match="another log"):
        fair.answer(BOB, asked, other_log())


def test_the_log_counts_and_not_how_it_was_obscured() -> None:
    again = Log(Save.from_bytes(log().to_bytes()))
    assert fair.log_digest(again) == fair.log_digest(log())
    assert fair.log_digest(log(), 3) != fair.log_digest(log())


def test_a_link_is_revealed_for_one_question_alone() -> None:
    spent, _ = fair.answer(BOB, round_of(1)[:3], log())
    assert spent.used == {1: round_of(1)[2].digest}
    with pytest.raises(UnusableAnswer, match="round 1 was spent"):
        spent.spend(1, "another")
    with pytest.raises(UnusableAnswer, match="lies before round 4"):
        spent.spend(4, "later").spend(1, round_of(1)[2].digest)


def test_a_new_question_waits_until_the_last_one_is_rolled() -> None:
    with pytest.raises(UnusableAnswer, match="not rolled yet"):
        fair.ask(ANN, round_of(1)[:3], log(), ROLLS)
    with pytest.raises(UnusableAnswer, match="answered and not rolled"):
        fair.roll(ANN, round_of(1)[:3])


def test_a_commitment_cannot_be_copied() -> None:
    """Whoever mails the other's tip as his own can never reveal a link that fits."""
    copied = changed(ANN.commitment, player="Bob")
    both = fair.commitments([ANN.commitment, copied], GAME)
    link = ANN.link(1).hex()
    assert both.link_fits("Ann", 1, link)
    assert not both.link_fits("Bob", 1, link)


def test_links_lead_back_to_the_tip_and_say_nothing_of_later_ones() -> None:
    both = fair.commitments(round_of(1), GAME)
    for number in range(1, 6):
        assert both.link_fits("Ann", number, ANN.link(number).hex())
        assert not both.link_fits("Ann", number, ANN.link(number - 1).hex())
    assert not both.link_fits("Ann", 6, ANN.link(5).hex())
    with pytest.raises(UnusableAnswer, match="expected a round"):
        ANN.link(6)


def test_each_face_is_equally_likely() -> None:
    question = changed(round_of(1)[2], rolls="\n".join(["99d6"] * 20))
    found = Counter(
        face
        for link in ("a", "b", "c")
        for one in fair.fair_rolls(question, link, "z")
        for face in one.faces
    )
    expected = sum(found.values()) / 6
    assert sum((found[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5  # p 0.001


def test_a_secret_is_read_back_and_tells_nothing_by_mistake() -> None:
    made = new_secret(GAME, "Ann").spend(2, "abc")
    assert read_secret(made.to_text()) == made
    assert made.seed.hex() not in made.commitment.text
    assert made.seed.hex() not in repr(made)
    assert new_secret(GAME, "Ann").seed != made.seed
    for text in ("", "[]", "{}", made.to_text().replace('"rounds": 1000', '"rounds": 0')):
        with pytest.raises(FormatError, match="expected a secret") as caught:
            read_secret(text)
        assert made.seed.hex() not in str(caught.value)


def spelled_by_mail(text: str, width: int, quotes: str, ends: str) -> str:
    lines = [line for one in text.split("\n") for line in textwrap.wrap(one, width) or [""]]
    return ends.join(quotes + line for line in lines)


@given(
    st.integers(14, 90),
    st.sampled_from(["", "> ", ">> ", "> > \u00a0", "| "]),
    st.sampled_from(["\n", "\r\n", "=\r\n", " \n"]),
)
def test_a_block_survives_mail(width: int, quotes: str, ends: str) -> None:
    blocks = list(round_of(1))
    text = "Hi Bob,\n\n" + "\n\nhere:\n".join(block.text for block in blocks) + "\n-- \nAnn"
    assert read_blocks(spelled_by_mail(text, width, quotes, ends)) == blocks


@given(st.text(min_size=1), st.text())
def test_any_text_is_carried_by_a_block(name: str, value: str) -> None:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return
    block = Block("commit", (("game", value), ("player", "Ann")))
    assert read_blocks(block.text) == [block]
    assert name is not None


def test_a_block_that_was_changed_is_refused() -> None:
    text = round_of(1)[4].text
    faces = text.replace("faces:", "faces:6", 1)
    assert faces != text
    with pytest.raises(FormatError, match="changed on its way"):
        read_blocks(faces)
    with pytest.raises(FormatError, match="changed on its way"):
        read_blocks("[[FAIR DICE 1 END]]")
    with pytest.raises(FormatError, match="copy it whole"):
        read_blocks(text[:-6])
    assert read_blocks("nothing [[here]]") == []


def test_blocks_are_found_in_a_logs_chat() -> None:
    line = " ".join(round_of(1)[2].text.split("\n"))
    with_chat = Log(Save.from_bytes(log_from(log().save, [[f"CHAT&lt;Ann&gt; - {line}"]])))
    assert blocks_in_chat(with_chat) == [round_of(1)[2]]
