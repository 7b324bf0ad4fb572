"""The terrain page: who may ask the server for what, and the page itself in a real browser."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.browser_kit import browser_page, open_browser
from vassal_bridge.builder.painting.choices import plain_choices
from vassal_bridge.builder.painting.opening import open_map
from vassal_bridge.builder.painting.server import HOST, MOST_BYTES, TerrainServer
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module

JSON = {"Content-Type": "application/json"}


@cache
def small_module() -> Module:
    with TemporaryDirectory() as folder:
        start_recipe("mygame", Path(folder) / "mygame")
        content = module_bytes(draft_module(read_recipe(Path(folder) / "mygame")))
    return Module.from_archive(Archive.from_bytes(content, name="mygame.vmod"))


@contextmanager
def serving(folder: Path) -> Iterator[TerrainServer]:
    painting, page = open_map(small_module(), None, folder, plain_choices())
    server = TerrainServer(painting, page)
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()
        server.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("owner")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TerrainServer]:
    with serving(folder) as found:
        yield found


def ask(
    server: TerrainServer,
    path: str,
    *,
    method: str = "GET",
    body: bytes | None = None,
    **headers: str,
) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=20)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body, headers=named)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def paint(server: TerrainServer, change: object, **headers: str) -> tuple[int, dict[str, Any]]:
    body = change if isinstance(change, bytes) else json.dumps(change).encode("ascii")
    sent = {"Content_Type": "application/json"} | headers
    status, content, _ = ask(server, f"/{server.token}/paint", method="POST", body=body, **sent)
    return status, json.loads(content)


# --- the server ------------------------------------------------------------------------------


def test_the_page_and_all_that_it_asks_for_are_served(server: TerrainServer) -> None:
    status, page, headers = ask(server, f"/{server.token}/")
    assert status == 200
    assert headers["Content-Type"].startswith("text/html")
    for name in ("page.css", "page.js", "painting.js", "view.js", "map.png", "sheet.json"):
        status, content, found = ask(server, f"/{server.token}/{name}")
        assert status == 200
        assert content
        assert found["X-Content-Type-Options"] == "nosniff"
    assert b'src="page.js"' in page


def test_the_page_asks_for_nothing_elsewhere(server: TerrainServer) -> None:
    for name in ("", "page.css", "page.js", "painting.js", "view.js"):
        _, content, headers = ask(server, f"/{server.token}/{name}")
        assert b"://" not in content
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"


def test_it_listens_on_this_machine_alone(server: TerrainServer) -> None:
    assert server._server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "path", ["/", "/page.js", "/sheet.json", "/wrong/", "/{token}x/", "/../", "//", "/{half}/"]
)
def test_without_the_token_there_is_nothing(server: TerrainServer, path: str) -> None:
    asked = path.format(token=server.token, half=server.token[:18])
    status, content, _ = ask(server, asked)
    assert status == 403
    assert server.token.encode() not in content


@pytest.mark.parametrize(
    "name", ["nothing", "../painting.py", "page.html", "%2e%2e/cells.py", "x/"]
)
def test_only_the_pages_own_files_are_served(server: TerrainServer, name: str) -> None:
    status, _, _ = ask(server, f"/{server.token}/{name}")
    assert status == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost:1", "", "evil.example:80"]
)
def test_another_sites_name_for_this_machine_is_refused(server: TerrainServer, host: str) -> None:
    status, _, _ = ask(server, f"/{server.token}/", Host=host)
    assert status == 403


def test_localhost_is_this_machine_too(server: TerrainServer) -> None:
    status, _, _ = ask(server, f"/{server.token}/", Host=f"localhost:{server.port}")
    assert status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_another_sites_page_cannot_paint(server: TerrainServer, origin: str) -> None:
    status, _ = paint(server, {"hexes": {"terrain": {"0304": "woods"}}}, Origin=origin)
    assert status == 403
    assert server.painting.value("0304") == ""


def test_a_form_of_another_site_cannot_paint(server: TerrainServer) -> None:
    status, _ = paint(server, {"hexes": {"terrain": {"0304": "woods"}}}, Content_Type="text/plain")
    assert status == 415
    assert server.painting.value("0304") == ""


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'"x"',
        b'{"hexes": []}',
        b'{"hexes": {"terrain": []}}',
        b'{"hexes": {"terrain": {"0304": 3}}}',
        b'{"sides": {"0304": ["wall"]}}',
        b'{"sides": {"0304|0305": [[]]}}',
        b'{"finished": "yes"}',
        b'{"hexes": {"terrain": {"9999": "woods"}}}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_paint_is_refused_and_said(server: TerrainServer, body: bytes) -> None:
    status, said = paint(server, body)
    assert status == 400
    assert said["error"]


def test_too_much_at_once_is_refused(server: TerrainServer) -> None:
    path = f"/{server.token}/paint"
    length = {"Content_Length": str(MOST_BYTES + 1), "Content_Type": "application/json"}
    status, _, _ = ask(server, path, method="POST", body=b"", **length)
    assert status == 413
    status, _, _ = ask(
        server, path, method="POST", Transfer_Encoding="chunked", Content_Type="application/json"
    )
    assert status == 411


def test_what_is_painted_is_saved_and_shown_again(server: TerrainServer, folder: Path) -> None:
    own = f"http://127.0.0.1:{server.port}"
    change = {"hexes": {"terrain": {"0404": "sea"}}, "sides": {"0404|0405": ["river", "wall"]}}
    status, said = paint(server, change, Origin=own)
    assert status == 200
    assert {"hexes.csv", "hexsides.csv"} <= set(said["saved"])
    assert "0404,sea," in (folder / "hexes.csv").read_text(encoding="utf-8")
    _, content, _ = ask(server, f"/{server.token}/sheet.json")
    sheet = json.loads(content)
    assert sheet["values"]["terrain"]["0404"] == "sea"
    assert sheet["painted_sides"]["0404|0405"] == ["river", "wall"]


def test_a_file_changed_elsewhere_is_told_to_the_page(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert paint(server, {"hexes": {"terrain": {"0404": "sea"}}})[0] == 200
        (tmp_path / "hexes.csv").write_text("hex,terrain,name\n", encoding="utf-8")
        status, said = paint(server, {"hexes": {"terrain": {"0405": "sea"}}})
        assert status == 409
        assert "was changed elsewhere" in said["error"]


def test_every_server_has_a_token_of_its_own(tmp_path: Path, server: TerrainServer) -> None:
    other = TerrainServer(server.painting, server.page)
    try:
        assert other.token != server.token
        assert len(other.token) >= 32
    finally:
        other.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with open_browser() as found:
        yield found


# --- the page in a browser ---------------------------------------------------------------------


def place(page: Any, name: str) -> tuple[float, float]:
    """Return where a hex lies in the browser's window."""
    x, y = page.evaluate(
        """(name) => { const view = window.terrainPage.view;
        const box = view.canvas.getBoundingClientRect();
        const [x, y] = view.onScreen(view.hexes.get(name).centre);
        return [x + box.left, y + box.top]; }""",
        name,
    )
    return round(x), round(y)


def between(page: Any, one: str, other: str) -> tuple[float, float]:
    (ax, ay), (bx, by) = place(page, one), place(page, other)
    return (ax + bx) / 2, (ay + by) / 2


def saved(page: Any) -> None:
    """Wait until the page has saved what was painted."""
    page.wait_for_selector("#status:has-text('Saved:')")
    assert page.evaluate("window.terrainPage.painting.isSaved")


def opened(page: Any, server: TerrainServer) -> None:
    page.goto(server.url)
    page.wait_for_selector("body[data-ready]")


def test_an_owner_paints_his_map_in_a_browser(tmp_path: Path, browser: Any) -> None:
    """Painting by mouse and keys, undo and redo, hexsides, labels, names: all is in the files."""
    with serving(tmp_path) as server, browser_page(browser) as page:
        opened(page, server)
        assert page.text_content("h1").endswith("Map")
        page.click("#palette button[data-name=woods]")
        page.mouse.move(*place(page, "0404"))
        page.mouse.down()
        page.mouse.move(*place(page, "0405"), steps=4)
        page.mouse.move(*place(page, "0406"), steps=4)
        page.mouse.up()
        saved(page)
        assert _terrain(tmp_path) == {"0404": "woods", "0405": "woods", "0406": "woods"}
        page.keyboard.press("Control+z")
        page.wait_for_selector("#status:has-text('Saved: 0')")
        assert _terrain(tmp_path) == {}
        page.keyboard.press("Control+y")
        page.wait_for_selector("#status:has-text('Saved: 3')")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("3")
        page.keyboard.press(" ")
        page.wait_for_selector("#status:has-text('Saved: 4')")
        third = server.painting.choices.terrains[2].name
        assert _terrain(tmp_path)["0407"] == third
        page.keyboard.press("e")
        page.keyboard.press(" ")
        page.wait_for_selector("#status:has-text('Saved: 3')")

        page.click("#layers button[data-layer=hexsides]")
        page.click("#palette button[data-name=river]")
        page.mouse.click(*between(page, "0404", "0405"))
        page.wait_for_timeout(400)
        saved(page)
        assert (tmp_path / "hexsides.csv").read_text(encoding="utf-8").splitlines()[1:] == [
            "0404,0405,river"
        ]

        page.click("#layers button[data-layer=name]")
        page.mouse.click(*place(page, "0405"))
        page.wait_for_selector("#naming:not([hidden])")
        page.fill("#text", "The  Pocket ")
        page.keyboard.press("Enter")
        page.wait_for_timeout(400)
        saved(page)
        assert "0405,woods,The Pocket" in (tmp_path / "hexes.csv").read_text(encoding="utf-8")

        page.check("#finished")
        page.wait_for_timeout(400)
        saved(page)
        assert "finished = true" in (tmp_path / "map.toml").read_text(encoding="utf-8")

        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.text_content("#status").startswith("3 of ")
        assert page.is_checked("#finished")


def _terrain(folder: Path) -> dict[str, str]:
    lines = (folder / "hexes.csv").read_text(encoding="utf-8").splitlines()[1:]
    return {line.split(",")[0]: line.split(",")[1] for line in lines}


def test_the_first_guess_fills_what_is_not_painted(tmp_path: Path, browser: Any) -> None:
    with serving(tmp_path) as server, browser_page(browser) as page:
        opened(page, server)
        page.click("#palette button[data-name=town]")
        page.mouse.click(*place(page, "0404"))
        saved(page)
        page.evaluate("document.getElementById('guess').open = true")
        page.click("#fill")
        total = len(server.painting.cells.cells)
        page.wait_for_selector(f"#status:has-text('Saved: {total}')")
        assert len(_terrain(tmp_path)) == total
        assert _terrain(tmp_path)["0404"] == "town"
        page.click("#undo")
        page.wait_for_selector("#status:has-text('Saved: 1 ')")


def test_the_map_moves_and_comes_nearer(tmp_path: Path, browser: Any) -> None:
    with serving(tmp_path) as server, browser_page(browser) as page:
        opened(page, server)
        x, y = place(page, "0404")
        page.mouse.move(x, y)
        page.mouse.wheel(0, -800)
        page.wait_for_timeout(50)
        assert place(page, "0404") == pytest.approx((x, y), abs=3)
        far = place(page, "0405")[1] - y
        page.mouse.down(button="right")
        page.mouse.move(x + 60, y + 40, steps=3)
        page.mouse.up(button="right")
        assert place(page, "0404") == pytest.approx((x + 60, y + 40), abs=4)
        page.keyboard.press("0")
        assert place(page, "0405")[1] - place(page, "0404")[1] < far
        assert server.painting.hexes == {}


def test_fingers_paint_and_two_move_the_map(tmp_path: Path, browser: Any) -> None:
    phone = {"viewport": {"width": 420, "height": 800}, "has_touch": True}
    with serving(tmp_path) as server, browser_page(browser, **phone) as page:
        opened(page, server)
        page.touchscreen.tap(*place(page, "0404"))
        saved(page)
        assert len(_terrain(tmp_path)) == 1
        before = place(page, "0404")
        touch = page.context.new_cdp_session(page)
        for kind, points in (
            ("touchStart", [(150, 200)]),
            ("touchStart", [(150, 200), (250, 200)]),
            ("touchMove", [(130, 210), (270, 210)]),
            ("touchMove", [(110, 220), (290, 220)]),
            ("touchEnd", []),
        ):
            where = [{"x": x, "y": y, "id": place} for place, (x, y) in enumerate(points)]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
        page.wait_for_timeout(500)
        assert place(page, "0404") != pytest.approx(before, abs=3)
        assert page.evaluate("window.terrainPage.painting.values.get('terrain').size") == 1
        assert len(_terrain(tmp_path)) == 1


def test_the_page_says_when_nothing_is_saved_any_more(tmp_path: Path, browser: Any) -> None:
    with serving(tmp_path) as server, browser_page(browser, allowed="409") as page:
        opened(page, server)
        (tmp_path / "hexes.csv").write_text("hex,terrain\n", encoding="utf-8")
        page.mouse.click(*place(page, "0404"))
        page.wait_for_selector("#status.trouble:has-text('Not saved')")
        assert "--force" in page.text_content("#status")
        (tmp_path / "hexes.csv").unlink()
        page.mouse.click(*place(page, "0406"))
        page.wait_for_selector("#status:has-text('Saved: 2')")
