"""Serves the terrain page to a browser on this machine, and to nobody else.

It listens on the loopback address alone. Every path begins with a token that only the opened
address has; a request must name our own host (no page of another site can have it resolved to
us), and what is painted must come from our own page.
"""

from __future__ import annotations

import hmac
import json
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from types import MappingProxyType
from typing import Any

from vassal_bridge.builder.painting.painting import Change, Painting
from vassal_bridge.errors import BridgeError, OutputExists, RuleError

HOST = "127.0.0.1"
MOST_BYTES = 4_000_000
"""The largest request that is read."""
_FILES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "": ("page.html", "text/html; charset=utf-8"),
        "page.css": ("page.css", "text/css; charset=utf-8"),
        "page.js": ("page.js", "text/javascript; charset=utf-8"),
        "painting.js": ("painting.js", "text/javascript; charset=utf-8"),
        "view.js": ("view.js", "text/javascript; charset=utf-8"),
    }
)
_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Cache-Control": "no-store",
        "Content-Security-Policy": (
            "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self';"
            " connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
        ),
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
)


@dataclass(frozen=True, slots=True)
class Page:
    """What the page shows: the sheet as JSON data, and the map's picture as PNG."""

    sheet: Mapping[str, Any]
    picture: bytes


class TerrainServer:
    """The server of one painting; `url` opens it. A port of 0 takes any that is free."""

    def __init__(self, painting: Painting, page: Page, *, port: int = 0) -> None:
        self.painting = painting
        self.page = page
        # os.urandom: the token guards the page and is no chance of a game
        self.token = os.urandom(18).hex()
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"terrain": self})
        self._server = ThreadingHTTPServer((HOST, port), handler)
        self._server.daemon_threads = True

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a request may call us."""
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    def serve(self) -> None:
        """Answer requests until `stop` is called."""
        self._server.serve_forever(poll_interval=0.1)

    def stop(self) -> None:
        """End `serve`; what is being written is finished first."""
        self._server.shutdown()

    def close(self) -> None:
        """Let go of the port."""
        with self._lock:
            self._server.server_close()

    def paint(self, body: bytes) -> dict[str, Any]:
        """Paint and save what a request says; raises RuleError and OutputExists."""
        change = read_change(body)
        with self._lock:
            self.painting.apply(change)
            written = self.painting.save()
            painted = sum(1 for name in self.painting.hexes if self.painting.value(name))
        return {"saved": [file.name for file in written], "painted": painted}

    def sheet(self) -> dict[str, Any]:
        """Return what the page draws, with all that is painted now."""
        with self._lock:
            hexes = {
                column: {
                    name: values[column]
                    for name, values in self.painting.hexes.items()
                    if values.get(column)
                }
                for column in self.painting.choices.layers
            }
            sides = {
                f"{one}|{other}": list(features)
                for (one, other), features in self.painting.sides.items()
                if features
            }
            state = {"finished": self.painting.is_finished, "can_finish": self.painting.can_finish}
        return {**self.page.sheet, **state, "values": hexes, "painted_sides": sides}


def read_change(body: bytes) -> Change:
    """Return what a request's JSON paints; raises RuleError for anything else."""
    try:
        found = json.loads(body)
        hexes, sides = found.get("hexes", {}), found.get("sides", {})
        change = Change(
            {column: dict(values.items()) for column, values in hexes.items()},
            {_side(key): tuple(features) for key, features in sides.items()},
            found.get("finished"),
        )
    except (ValueError, TypeError, AttributeError):
        raise RuleError("expected JSON with hexes and sides") from None
    texts = [
        *(text for values in change.hexes.values() for pair in values.items() for text in pair),
        *(feature for features in change.sides.values() for feature in features),
    ]
    if not all(isinstance(text, str) for text in texts):
        raise RuleError("expected texts as values")
    if change.is_finished not in (None, True, False):
        raise RuleError("expected true or false for finished")
    return change


def _side(key: str) -> tuple[str, str]:
    one, other = key.split("|")
    return one, other


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    terrain: TerrainServer
    server_version = "vassal-bridge"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        """Send a part of the page."""
        name = self._asked()
        if name is None:
            return
        if name in _FILES:
            file, kind = _FILES[name]
            folder = resources.files("vassal_bridge.builder.painting") / "page"
            self._send((folder / file).read_bytes(), kind)
        elif name == "map.png":
            self._send(self.terrain.page.picture, "image/png")
        elif name == "sheet.json":
            self._send_json(self.terrain.sheet())
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing of that name")

    def do_POST(self) -> None:
        """Paint what our own page says."""
        name = self._asked()
        if name is None:
            return
        body = self._body()
        if body is None:
            return
        if name != "paint":
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing of that name")
            return
        try:
            self._send_json(self.terrain.paint(body))
        except OutputExists as error:
            self._refuse(HTTPStatus.CONFLICT, str(error))
        except RuleError as error:
            self._refuse(HTTPStatus.BAD_REQUEST, str(error))
        except (BridgeError, OSError) as error:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the address holds the token."""

    def _asked(self) -> str | None:
        """Return the name that is asked for; None where the request was refused."""
        if self.headers.get("Host", "") not in self.terrain.hosts:
            self._refuse(HTTPStatus.FORBIDDEN, "this server answers to its own address only")
            return None
        token, _, name = self.path.partition("?")[0].lstrip("/").partition("/")
        if not hmac.compare_digest(token.encode(), self.terrain.token.encode()):
            self._refuse(HTTPStatus.FORBIDDEN, "open the address that the command printed")
            return None
        return name

    def _body(self) -> bytes | None:
        """Return what our own page sent; None where the request was refused."""
        origin = self.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in self.terrain.hosts:
            self._refuse(HTTPStatus.FORBIDDEN, "painting is for our own page")
            return None
        if self.headers.get_content_type() != "application/json":
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected JSON")
            return None
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            self._refuse(HTTPStatus.LENGTH_REQUIRED, "expected the length of what is sent")
            return None
        if int(length) > MOST_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "that is too much at once")
            return None
        return self.rfile.read(int(length))

    def _send_json(self, value: object) -> None:
        self._send(json.dumps(value).encode("ascii"), "application/json")

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        self.close_connection = True
        content = json.dumps({"error": message}).encode("ascii")
        self._send(content, "application/json", status)

    def _send(self, content: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
