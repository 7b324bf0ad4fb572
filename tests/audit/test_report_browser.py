"""The report in a real browser without a window: stepping, filters, a phone, light and dark."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.audit.test_report import EVIL, TURN, page_of

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    pytest.importorskip("playwright", reason="playwright, which steers a browser, is not here")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("there is no Chromium here to open the page in")
    steering = importlib.import_module("playwright.sync_api")
    with steering.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page_of(TURN, "beachhead", with_findings=True), encoding="utf-8")
    return path


class Shown:
    """A page in a window of some size; what it asked for and complained of is kept."""

    def __init__(self, browser: Any, file: Path, width: int, height: int, scheme: str) -> None:
        self.page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(file.as_uri())

    def current(self) -> str:
        return str(self.page.evaluate("document.querySelector('[aria-current]')?.id ?? ''"))

    def shown(self) -> int:
        return int(self.page.evaluate("document.querySelectorAll('.step:not([hidden])').length"))


@pytest.fixture
def wide(browser: Any, file: Path) -> Iterator[Shown]:
    shown = Shown(browser, file, 1280, 900, "light")
    yield shown
    assert shown.complaints == []
    assert [url for url in shown.asked if not url.startswith(("file:", "data:"))] == []
    shown.page.close()


def test_arrow_keys_step_and_n_finds(wide: Shown) -> None:
    for key, step in (
        ("ArrowRight", "step1-1"),
        ("ArrowRight", "step1-2"),
        ("ArrowLeft", "step1-1"),
        ("ArrowLeft", "step1-1"),
        ("n", "step1-15"),
        ("n", "step1-15"),
    ):
        wide.page.keyboard.press(key)
        assert wide.current() == step
    assert wide.page.evaluate("document.activeElement.id") == "step1-15"
    top = wide.page.evaluate("document.activeElement.getBoundingClientRect().top")
    bar = wide.page.evaluate("document.querySelector('.bar').getBoundingClientRect().bottom")
    assert bar <= top < 900


def test_filters_leave_what_fits(wide: Shown) -> None:
    assert wide.shown() == 27
    wide.page.check("#only")
    assert wide.shown() == 1
    wide.page.uncheck("#only")
    wide.page.select_option("#kind", "dice")
    assert 0 < wide.shown() < 27
    assert f"{wide.shown()} of 27" in wide.page.inner_text("#told")
    wide.page.select_option("#kind", "")
    wide.page.select_option("#player", "unknown")
    assert 0 < wide.shown() < 27


def test_a_finding_leads_to_its_step_even_if_it_was_filtered_out(wide: Shown) -> None:
    wide.page.select_option("#kind", "moved")
    wide.page.click("header .finding a[data-step]")
    assert wide.current() == "step1-15"
    assert wide.shown() == 27


def test_evidence_is_shown_as_text(wide: Shown) -> None:
    assert EVIL in wide.page.inner_text("header ul.findings")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_in_light_and_dark(browser: Any, file: Path, scheme: str) -> None:
    phone = Shown(browser, file, 390, 844, scheme)
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    phone.page.click("button[data-key=ArrowRight]")
    assert phone.current() == "step1-1"
    paper = phone.page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(int(part) for part in paper.removeprefix("rgb(").rstrip(")").split(","))
    assert (brightness > 600) == (scheme == "light")
    assert phone.complaints == []
    phone.page.close()
