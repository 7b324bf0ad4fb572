"""A real headless browser for tests of pages; where there is none the test is skipped."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


@contextmanager
def open_browser() -> Iterator[Any]:
    """Give a headless Chromium (a playwright Browser); no two at a time in one process.

    The test is skipped where playwright or a browser is not installed.
    """
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    with warnings.catch_warnings(), sync_api.sync_playwright() as playwright:
        warnings.simplefilter("ignore")
        try:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        except sync_api.Error as error:
            pytest.skip(f"no browser can be started: {str(error).splitlines()[0]}")
        yield browser
        browser.close()


@contextmanager
def browser_page(browser: Any, *, allowed: str = "", **context: Any) -> Iterator[Any]:
    """Give a page (a playwright Page) in a context of its own, with settings.

    What the page's own scripts raise or log as an error fails the test at the end, but for what
    holds the allowed text.
    """
    settings = browser.new_context(**context)
    page = settings.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    try:
        yield page
    finally:
        settings.close()
    assert not [one for one in troubles if not allowed or allowed not in one]
