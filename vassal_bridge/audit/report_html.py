"""The report as one page of HTML that needs nothing else: no network, no other file.

Everything that comes from a file is put in as text by the element tree, so that it can never be
read as markup; the page's policy forbids it to load anything.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from string import Template

from lxml import etree

from vassal_bridge.audit.codes import CODES, code_of
from vassal_bridge.audit.dice_figure import dice_figure
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.luck import DiceReport, Group
from vassal_bridge.audit.report import Picture, Report, ReportLog, ReportStep

_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_REPLACED = "\ufffd"
_HOW = {
    "move": "told by the move itself",
    "roster": "told by the player list",
    "chat": "told by the name in the chat",
    "": "the log does not say who",
}
_KEYS = (
    ("ArrowLeft", "←", "←", "previous step"),
    ("ArrowRight", "→", "→", "next step"),
    ("p", "p", "‹ finding", "previous finding"),
    ("n", "n", "finding ›", "next finding"),
)
"""Keys that step: the key, its sign, the button's text and what it does."""


def page(report: Report) -> str:
    """Return the report as a page of HTML."""
    body = _element("div")
    body.append(_link("#steps", "To the steps", **{"class": "skip"}))
    body.append(_head(report))
    body.append(_bar(report))
    main = _add(body, "main", **{"class": "wide", "id": "steps"})
    for place, log in enumerate(report.logs, start=1):
        main.append(_log(log, place))
    if report.dice.throws:
        main.append(_dice(report.dice))
    if report.findings:
        main.append(_meanings(report))
    inner = "\n".join(etree.tostring(child, method="html", encoding="unicode") for child in body)
    return Template(_asset("report.html")).substitute(
        title=html.escape(_shown(report.title)),
        style=_asset("report.css"),
        script=_asset("report.js"),
        body=inner,
    )


def _asset(name: str) -> str:
    return (resources.files("vassal_bridge.audit") / name).read_text(encoding="utf-8")


# --- the head: what was looked at, what was found ----------------------------------------------


def _head(report: Report) -> etree._Element:
    head = _element("header", **{"class": "wide"})
    _add(head, "h1", report.title)
    eyes = f"the side {report.side}" if report.side else "somebody who holds no side"
    _add(
        head,
        "p",
        f"{_count(len(report.logs), 'log')}, {_count(report.steps, 'step')},"
        f" {_count(len(report.serious), 'finding')}, {_count(len(report.noted), 'note')}."
        f" Made for the eyes of {eyes}: what they may not see is not in this file.",
    )
    _add(
        head,
        "p",
        "A finding is a fact that the logs show. It says what is there, not what anybody meant.",
        **{"class": "soft"},
    )
    for note in report.notes:
        _add(head, "p", note, **{"class": "soft"})
    places = {
        (log.name, step.number): _id(place, step)
        for place, log in enumerate(report.logs, start=1)
        for step in log.steps
    }
    if report.serious:
        _add(head, "h2", "Findings")
        _list(head, report.serious, places)
    if report.noted:
        fold = _add(head, "details")
        _add(fold, "summary", f"{_count(len(report.noted), 'note')}, usual in honest play")
        _list(fold, report.noted, places)
    return head


def _list(
    parent: etree._Element, findings: Iterable[Finding], places: Mapping[tuple[str, int], str]
) -> None:
    items = _add(parent, "ul", **{"class": "findings"})
    for one in findings:
        items.append(_finding(one, places.get((one.log, one.step), "")))


def _finding(one: Finding, target: str = "", *, is_beside_step: bool = False) -> etree._Element:
    item = _element("li", **{"class": f"finding {one.severity}"})
    title = _add(item, "strong", f"{str(one.severity).capitalize()}: ")
    title.append(_link(f"#{_meaning_id(one.code)}", one.code))
    _add(item, "span", f" {code_of(one.code).title}.")
    place = f"{one.log}, step {one.step}" if one.step else one.log
    line = _element("p")
    facts = [", ".join(one.pieces), one.where]
    if target:
        line.append(_link(f"#{target}", place, **{"data-step": target}))
    elif not is_beside_step:
        _add(line, "span", place)
    if not is_beside_step:
        facts.insert(0, one.who.name if one.who.how else "")
    known = [fact for fact in facts if fact]
    _add(line, "span", ("" if is_beside_step or not known else " · ") + " · ".join(known))
    if known or not is_beside_step:
        item.append(line)
    if one.evidence:
        _add(item, "p", one.evidence, dir="auto")
    return item


def _meanings(report: Report) -> etree._Element:
    section = _element("section")
    _add(section, "h2", "What the findings mean")
    known = {one.code for one in report.findings}
    listed = _add(section, "dl")
    for row in CODES:
        if row.code in known:
            _add(
                listed, "dt", f"{row.code} ({row.severity}): {row.title}", id=_meaning_id(row.code)
            )
            _add(listed, "dd", row.meaning)
    return section


def _meaning_id(code: str) -> str:
    return f"code-{code}"


# --- the bar: filters and stepping -------------------------------------------------------------


def _bar(report: Report) -> etree._Element:
    bar = _element("nav", **{"class": "bar", "aria-label": "Steps"})
    wide = _add(bar, "div", **{"class": "wide"})
    steps = [step for log in report.logs for step in log.steps]
    wide.append(_select("player", "Player", "every player", (step.who.name for step in steps)))
    wide.append(
        _select("kind", "What", "everything", (kind for step in steps for kind in step.kinds))
    )
    label = _add(wide, "label")
    _add(label, "input", type="checkbox", id="only")
    _add(label, "span", "findings only")
    for key, _, text, title in _KEYS:
        named = {"type": "button", "data-key": key, "title": title, "aria-label": title}
        _add(wide, "button", text, **named)
    keys = _add(wide, "span", **{"class": "keys soft"})
    _add(keys, "span", "keys: ")
    for _, sign, _, title in _KEYS:
        _add(keys, "kbd", sign, title=title)
    _add(wide, "span", "", id="told", role="status", **{"class": "soft"})
    return bar


def _select(name: str, label: str, whole: str, values: Iterable[str]) -> etree._Element:
    outer = _element("label")
    _add(outer, "span", label)
    select = _add(outer, "select", id=name, **{"aria-label": label})
    _add(select, "option", whole, value="")
    for value in sorted(set(values)):
        _add(select, "option", value, value=value)
    return outer


# --- the logs: turns and steps -----------------------------------------------------------------


def _log(log: ReportLog, place: int) -> etree._Element:
    section = _element("section")
    _add(section, "h2", log.name, id=f"log{place}")
    if log.findings:
        items = _add(section, "ul", **{"class": "findings"})
        for one in log.findings:
            items.append(_finding(one))
    turns = list(_turns(log))
    if len(turns) > 1:
        line = _add(section, "ul", **{"class": "timeline", "aria-label": f"Turns of {log.name}"})
        for number, (turn, steps) in enumerate(turns, start=1):
            found = sum(not one.is_note for step in steps for one in step.findings)
            mark = f" ({_count(found, 'finding')})" if found else ""
            _add(line, "li").append(_link(f"#turn{place}-{number}", (turn or "start") + mark))
    for number, (turn, steps) in enumerate(turns, start=1):
        part = _add(section, "section", **{"class": "turn"})
        _add(part, "h3", turn or "Steps", id=f"turn{place}-{number}")
        for step in steps:
            part.append(_step(step, place))
    if not log.steps:
        _add(section, "p", "This file has no steps.", **{"class": "soft"})
    return section


def _turns(log: ReportLog) -> Iterator[tuple[str, list[ReportStep]]]:
    """Yield each stretch of steps that were made in one turn."""
    steps: list[ReportStep] = []
    for step in log.steps:
        if steps and steps[-1].turn != step.turn:
            yield steps[-1].turn, steps
            steps = []
        steps.append(step)
    if steps:
        yield steps[-1].turn, steps


def _id(log: int, step: ReportStep) -> str:
    return f"step{log}-{step.number}"


def _step(step: ReportStep, log: int) -> etree._Element:
    classes = ["step", *(["pictured"] if step.picture else [])]
    classes += ["found"] if any(not one.is_note for one in step.findings) else []
    article = _element(
        "article",
        **{
            "class": " ".join(classes),
            "id": _id(log, step),
            "tabindex": "-1",
            "data-who": step.who.name,
            "data-kinds": "|".join(step.kinds),
        },
    )
    header = _add(article, "header")
    _add(header, "h4", f"Step {step.number}: {step.who.name}")
    _add(header, "span", _HOW.get(step.who.how, step.who.how), **{"class": "soft"})
    if step.picture is not None:
        article.append(_figure(step.picture))
    what = _add(article, "ul", **{"class": "what"})
    for one in step.happenings:
        item = _add(what, "li", dir="auto", **{"class": one.kind})
        _add(item, "span", one.kind, **{"class": "kind"})
        _add(item, "bdi", one.text)
    if not step.happenings:
        _add(what, "li", "nothing to see", **{"class": "soft"})
    if step.findings:
        items = _add(article, "ul", **{"class": "findings"})
        for found in step.findings:
            items.append(_finding(found, is_beside_step=True))
    return article


def _figure(picture: Picture) -> etree._Element:
    figure = _element("figure")
    data = base64.b64encode(picture.jpeg).decode("ascii")
    _add(
        figure,
        "img",
        src=f"data:image/jpeg;base64,{data}",
        width=str(picture.width),
        height=str(picture.height),
        alt=f"Part of the map {picture.map}: " + "; ".join(picture.captions),
        loading="lazy",
        decoding="async",
    )
    caption = _add(figure, "figcaption", picture.map)
    listed = _add(caption, "ol")
    for line in picture.captions:
        _add(listed, "li", line, dir="auto")
    return figure


# --- the dice ----------------------------------------------------------------------------------


def _dice(dice: DiceReport) -> etree._Element:
    section = _element("section")
    _add(section, "h2", "Dice", id="dice")
    for line in dice.words:
        _add(section, "p", line)
    drawing = etree.fromstring(dice_figure(dice).encode("utf-8"))
    drawing.set("class", "chart")
    section.append(drawing)
    frame = _add(section, "div", tabindex="0", **{"class": "scroll"})
    table = _add(frame, "table")
    _add(table, "caption", "Each group of rolls; the last columns are chances, corrected ones.")
    row = _add(_add(table, "thead"), "tr")
    for heading in ("rolls of", "rolls", "sum", "expected", "streaks", "faces", "order", "luck"):
        _add(row, "th", heading, scope="col")
    rows = _add(table, "tbody")
    for group in dice.groups:
        rows.append(_group(group))
    return section


def _group(group: Group) -> etree._Element:
    row = _element("tr")
    _add(row, "th", group.title, scope="row")
    chances = {test.outcome.name: f"{test.corrected:.3g}" for test in group.tests}
    cells = (
        str(group.rolls),
        str(group.total),
        f"{group.expected_total:g}",
        f"{group.high.length} high, {group.low.length} low",
        *(chances.get(name, "–") for name in ("chi-squared", "runs", "sum")),
    )
    for cell in cells:
        _add(row, "td", cell)
    return row


# --- elements ----------------------------------------------------------------------------------


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _shown(text: str) -> str:
    """Return a text without the characters that no page may hold."""
    return _UNSHOWABLE.sub(_REPLACED, text)


def _element(tag: str, text: str | None = None, /, **attributes: str) -> etree._Element:
    element = etree.Element(tag)
    for name, value in attributes.items():
        element.set(name, _shown(value))
    if text is not None:
        element.text = _shown(text)
    return element


def _add(
    parent: etree._Element, tag: str, text: str | None = None, /, **attributes: str
) -> etree._Element:
    child = _element(tag, text, **attributes)
    parent.append(child)
    return child


def _link(target: str, text: str, **attributes: str) -> etree._Element:
    return _element("a", text, href=target, **attributes)
