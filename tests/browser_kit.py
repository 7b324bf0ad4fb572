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
def browser_page(**context: Any) -> Iterator[Any]:
    """Give a page of a headless Chromium (a playwright Page); `context` are its settings.

    The test is skipped where playwright or a browser is not installed. Errors that the page's
    own scripts raise, or that it logs, fail the test at the end.
    """
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    with warnings.catch_warnings(), sync_api.sync_playwright() as playwright:
        warnings.simplefilter("ignore")
        try:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        except sync_api.Error as error:
            pytest.skip(f"no browser can be started: {str(error).splitlines()[0]}")
        page = browser.new_context(**context).new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console", lambda said: troubles.append(said.text) if said.type == "error" else None
        )
        try:
            yield page
        finally:
            browser.close()
        assert not troubles, troubles
