"""Charts of a module: tables of a recipe, each a CSV file, as pages of its chart window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from xml.sax.saxutils import escape

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.keykinds import Text
from vassal_bridge.builder.reading.keys import key
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, component

PAGES, PICTURES = "pages", "pictures"
"""The folders of a recipe with pages and pictures that are there already."""


@dataclass(frozen=True, slots=True)
class ChartStyle:
    """A chart of the module's chart window: a table of a CSV file, a page or a picture."""

    name: str = key(Text(), "What its tab is called.")
    file: str = key(
        Text(), "The CSV file beside module.toml: a row of heads, then the table's rows.",
        default="",
    )  # fmt: skip
    page: str = key(Text(), "A page (HTML) of the folder pages, instead.", default="")
    picture: str = key(Text(), "A picture of the folder pictures, instead.", default="")
    note: str = key(Text(), "A line below the table.", default="")


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its heads and its rows, or with a page that is there already."""

    style: ChartStyle
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    ready: bytes = b""

    @property
    def page(self) -> str:
        """The name of its page in the module's archive; empty for a picture."""
        if self.style.page or self.style.picture:
            return self.style.page
        return self.style.file.rpartition("/")[2].removesuffix(".csv") + ".html"

    @property
    def content(self) -> bytes:
        """Its page."""
        return self.ready or chart_html(self).encode("utf-8")


def read_charts(
    checker: Checker, folder: Traversable, styles: Iterable[ChartStyle]
) -> tuple[Chart, ...]:
    """Return a recipe's charts; problems of their files go to the checker."""
    found = []
    for number, style in enumerate(styles, 1):
        path = f"chart[{number}]"
        if sum(bool(one) for one in (style.file, style.page, style.picture)) != 1:
            checker.add("module.toml", path, "expected one of file, page and picture")
            continue
        if not style.file:
            kept = folder / (PAGES if style.page else PICTURES) / (style.page or style.picture)
            if kept.is_file():
                ready = kept.read_bytes() if style.page else b""
                found.append(Chart(style, (), (), ready))
            else:
                checker.add("module.toml", path, f"expected a file {kept.name} in its folder")
            continue
        rows = checker.csv(folder, style.file, ())
        heads = tuple(rows[0].cells) if rows else ()
        found.append(Chart(style, heads, tuple(tuple(row.cells.values()) for row in rows)))
    return tuple(found)


def chart_html(chart: Chart) -> str:
    """Return a chart as the page that VASSAL shows: plain HTML, as Java's viewer reads it.

    It is ASCII, so that it reads alike in whatever encoding a version of VASSAL takes it for.
    """
    heads = "".join(f"<th>{escape(head)}</th>" for head in chart.heads)
    rows = "".join(
        "<tr>" + "".join(f"<td align=center>{escape(cell)}</td>" for cell in row) + "</tr>\n"
        for row in chart.rows
    )
    note = f"<p>{escape(chart.style.note)}</p>" if chart.style.note else ""
    page = (
        f"<html><body><h2>{escape(chart.style.name)}</h2>\n"
        f"<table border=1 cellspacing=0 cellpadding=4>\n<tr>{heads}</tr>\n{rows}</table>\n"
        f"{note}</body></html>\n"
    )
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def chart_window(charts: Iterable[Chart]) -> list[Component]:
    """Return the window with a tab for each chart; none where a module has no charts."""
    pages = [
        component(
            parts.WIDGET + ("Chart" if chart.style.picture else "HtmlChart"),
            {
                "chartName": chart.style.name,
                "description": "",
                "fileName": chart.page or chart.style.picture,
            },
        )
        for chart in charts
    ]
    if not pages:
        return []
    tabs = component(parts.WIDGET + "TabWidget", {"description": "", "entryName": "Charts"}, pages)
    return [
        component(
            parts.MODULE + "ChartWindow",
            {
                "description": "",
                "hotkey": "",
                "icon": "",
                "name": "Charts",
                "text": "Charts",
                "tooltip": "Show or hide the charts and tables",
            },
            [tabs],
        )
    ]
