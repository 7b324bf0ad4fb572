"""The report: one page, nothing from outside, nothing injected, nothing its reader may not see."""

from __future__ import annotations

import html
import re
from functools import cache

import pytest
from lxml import etree
from lxml import html as lxml_html

from tests.conftest import GOLDEN
from vassal_bridge.audit.codes import code_of
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.luck import dice_report
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.report import Report, report_log, report_steps
from vassal_bridge.audit.report_html import page
from vassal_bridge.audit.throws import throws_of
from vassal_bridge.formats.logs.log import Log, log_from, open_log
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.properties import OBSERVER
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.surroundings import viewer_of
from vassal_bridge.pictures.art import ModuleArt

TURN = "beachhead/turn1-US"
HIDDEN = "logs/c-decks-hidden"
EVIL = '<script>alert("x")</script><img src=http://evil.example/x onerror=alert(1)>'
FINDINGS = (
    Finding("UNDO-ROLL", Severity.QUESTION, "turn1-US.vlog", 15, evidence=f"found {EVIL}"),
    Finding("CHAIN-BREAK", Severity.CONTRADICTION, "turn1-US.vlog", evidence="expected 1, found 2"),
    Finding("CHAIN-MISSING", Severity.QUESTION, "elsewhere.vlog"),
    Finding("UNDO", Severity.NOTE, "turn1-US.vlog", 3),
)


@cache
def module_of(name: str) -> Module:
    return open_module(GOLDEN / f"{name}.vmod")


def report_of(log: Log, module: str, findings: tuple[Finding, ...] = (), side: str = "") -> Report:
    found = module_of(module)
    viewer = viewer_of(log.save, side) if side else OBSERVER
    reading = Reading(log, found, viewer)
    told = report_log(reading, report_steps(reading, findings, ModuleArt(found)), findings)
    others = tuple(one for one in findings if one.log != log.name)
    return Report("Check", side, (told,), others, dice_report(throws_of([reading])))


@cache
def page_of(name: str, module: str, side: str = "", *, with_findings: bool = False) -> str:
    findings = FINDINGS if with_findings else ()
    return page(report_of(open_log(GOLDEN / f"{name}.vlog"), module, findings, side))


def tree() -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(page_of(TURN, "beachhead", with_findings=True))


def test_each_step_is_told_with_its_picture_and_finding() -> None:
    steps = tree().find_class("step")
    assert [one.get("id") for one in steps] == [f"step1-{number}" for number in range(1, 28)]
    second = steps[1]
    assert "1/1 Mar moves 0404 -> 0505" in second.text_content()
    (image,) = second.iter("img")
    assert image.get("src").startswith("data:image/jpeg;base64,/9j/")
    assert "1/1 Mar moved" in image.get("alt")
    marked = [one.get("id") for one in steps if "found" in one.get("class").split()]
    assert marked == ["step1-15"]
    assert "UNDO-ROLL" in steps[14].text_content()
    assert "told by the move itself" in second.text_content()


def test_findings_stand_first_with_a_link_to_their_step() -> None:
    head = tree().find("body/header")
    assert head is not None
    for code in ("UNDO-ROLL", "CHAIN-BREAK", "CHAIN-MISSING"):
        assert code in head.text_content()
    assert [one.get("data-step") for one in head.xpath(".//a[@data-step]")] == [
        "step1-15",
        "step1-3",
    ]
    assert "27 steps, 3 findings, 1 note" in head.text_content()
    (fold,) = head.iter("details")
    assert "UNDO" in fold.text_content()
    assert "UNDO-ROLL" not in fold.text_content()


def test_what_each_code_means_is_told_in_the_page() -> None:
    told = [one.text_content() for one in tree().iter("dt")]
    assert len(told) == len({one.code for one in FINDINGS})
    assert all(code_of(one.code).title in " ".join(told) for one in FINDINGS)


def test_a_page_needs_nothing_from_outside() -> None:
    whole = tree()
    for element in whole.iter(etree.Element):
        for name, value in element.attrib.items():
            if name in ("src", "href", "action", "srcset", "data"):
                assert value.startswith(("data:image/jpeg;base64,", "#")), (element.tag, value[:40])
    assert [one.tag for one in whole.iter("link", "iframe", "object", "embed", "base")] == []
    styles = "".join(one.text or "" for one in whole.iter("style"))
    assert "url(" not in styles
    assert "@import" not in styles
    policy = whole.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert len(policy) == 1
    assert "default-src 'none'" in policy[0]


def test_every_target_is_there_and_every_id_once() -> None:
    whole = tree()
    ids = whole.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in whole.xpath("//a/@href")} <= set(ids)
    assert set(whole.xpath("//@data-step")) <= set(ids)


def test_the_page_can_be_used_without_eyes_and_without_a_mouse() -> None:
    whole = tree()
    assert whole.get("lang") == "en"
    assert all(one.get("alt") for one in whole.iter("img"))
    for one in whole.iter("select", "button"):
        assert one.get("aria-label")
    assert len(list(whole.iter("main"))) == 1
    assert whole.xpath("//*[@role='status']")
    assert [one.get("data-key") for one in whole.iter("button")] == [
        "ArrowLeft",
        "ArrowRight",
        "p",
        "n",
    ]


def test_markup_in_chat_and_names_is_text() -> None:
    start = open_log(GOLDEN / "logs" / "start.vsav").save
    chat = ["CHAT<A'nn \"><b>> - " + EVIL, "CHAT</bdi></li></ul>\x07\u202e " + html.escape(EVIL)]
    log = Log(Save.from_bytes(log_from(start, [[one] for one in chat]), name="<x>.vlog"))
    whole = lxml_html.document_fromstring(page(report_of(log, "kitchen")))
    assert len(list(whole.iter("script"))) == 1
    assert list(whole.iter("img")) == []
    for step in whole.find_class("step"):
        assert EVIL in step.text_content()
        assert {one.tag for one in step.iter(etree.Element)} <= {
            "article", "header", "h4", "span", "ul", "li", "bdi",
        }  # fmt: skip


def test_a_page_holds_no_password() -> None:
    for side in ("", "JP"):
        whole = page_of(HIDDEN, "kitchen", side)
        for password in ("us-secret", "jp; secret/1|x", "jp; secret"):
            assert password not in html.unescape(whole)


def test_a_side_is_told_what_it_may_see_and_nobody_else() -> None:
    seen = {side: page_of(HIDDEN, "kitchen", side) for side in ("", "JP")}
    assert "Card 7" in seen["JP"]
    assert "Card 7" not in seen[""]
    assert "the side JP" in seen["JP"]
    pictures = {
        side: re.findall(r'id="(step1-\d+)"[^>]*>(?:(?!</article>).)*?<img', text, re.DOTALL)
        for side, text in seen.items()
    }
    assert set(pictures[""]) < set(pictures["JP"])


def test_without_a_module_the_page_has_no_pictures_and_is_whole() -> None:
    log = open_log(GOLDEN / f"{TURN}.vlog")
    reading = Reading(log)
    told = report_log(reading, report_steps(reading, ()), ())
    text = page(Report("Check", "", (told,), (), dice_report([]), ("No module.",)))
    whole = lxml_html.document_fromstring(text)
    assert len(whole.find_class("step")) == 27
    assert list(whole.iter("img")) == []
    assert "No module." in whole.text_content()


def test_turns_are_a_timeline() -> None:
    whole = tree()
    turns = [one.text_content() for one in whole.iter("h3")]
    assert turns[0].startswith("Turn 1, US")
    assert len(whole.find_class("timeline")[0].findall("li")) == len(turns)


@pytest.mark.parametrize("part", ["report.html", "report.css", "report.js"])
def test_the_parts_of_the_page_lie_in_the_package(part: str) -> None:
    from importlib import resources

    assert (resources.files("vassal_bridge.audit") / part).is_file()
