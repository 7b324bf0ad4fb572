"""The pieces of a golden save as VASSAL's own description of it has them, for expressions."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vassal_bridge.formats.expressions import NotEvaluated, PieceContext

NO_TEXTS = {"Moved", "Invisible", "Obscured", "IsCargo", "NoStack", "Selected"}
"""Properties that VASSAL holds as booleans; CurrentMatX and -Y it holds as numbers."""

PLAYER = {"PlayerName": "Oracle", "PlayerId": "Oracle", "PlayerSide": ""}


class GoldenGame:
    """All pieces of a save, with its maps and global properties."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        self.maps: list[dict[str, Any]] = document["maps"]
        self.globals: dict[str, str] = document["globalProperties"]
        self.pieces = [
            GoldenPiece(self, where, piece) for where in self.maps for piece in where["pieces"]
        ]
        self.by_id = {piece.about["id"]: piece for piece in self.pieces}

    def module_value(self, name: str) -> str | None:
        if name in self.globals:
            return self.globals[name]
        return PLAYER.get(name[:1].upper() + name[1:])

    def map_named(self, name: str) -> dict[str, Any] | None:
        return next((where for where in self.maps if where["name"] == name), None)

    def map_value(self, where: dict[str, Any], name: str) -> str | None:
        own: dict[str, str] = where.get("properties", {})
        for holder in where["stacks"]:
            if holder["kind"] == "deck" and name == f"{holder['name']}_numPieces":
                return str(len(holder["pieces"]))
        return own.get(name, self.module_value(name))


class GoldenPiece:
    """One piece: what VASSAL says that it answers, and who is around."""

    def __init__(self, game: GoldenGame, where: dict[str, Any], about: dict[str, Any]) -> None:
        self.game = game
        self.where = where
        self.about = about
        holders: list[dict[str, Any]] = where["stacks"]
        self.holder = next((h for h in holders if about["id"] in h["pieces"]), None)
        self.known: dict[str, str] = {**self.kept(), **about["properties"], **self.places()}

    def kept(self) -> dict[str, str]:
        rest = self.about["traits"][-1][1].split(";")[5:]
        return dict(zip(rest[::2], rest[1::2], strict=False))

    def places(self) -> dict[str, str]:
        about, holder = self.about, self.holder or {"kind": "none", "pieces": [self.about["id"]]}
        members, in_deck = holder["pieces"], holder["kind"] == "deck"
        place = str(len(members) - members.index(about["id"]))
        return {
            "BasicName": about["basicName"],
            "PieceName": about["name"],
            "LocationName": about["location"],
            "CurrentMap": self.where["name"],
            "CurrentBoard": about["board"],
            "CurrentZone": about["zone"],
            "CurrentX": str(about["x"]),
            "CurrentY": str(about["y"]),
            "DeckName": holder["name"] if in_deck else "",
            "DeckPosition": place if in_deck else "0",
            "StackPos": place,
            "StackSize": str(len(members)),
            "PieceUID": about["id"],
        }

    def get(self, name: str, /) -> str | bool | int | None:
        value = self.known.get(name)
        if value is None and name in ("Selected", "ObscuredToOthers"):
            return False
        attachment, _, inner = name.partition("_")
        if value is None and inner and (there := self.attached(attachment)):
            return there[0].get(inner)
        if value is None:
            return self.game.map_value(self.where, name)
        if name in NO_TEXTS and value in ("true", "false"):
            return value == "true"
        return int(value) if name in ("CurrentMatX", "CurrentMatY") else value

    def get_localized(self, name: str, /) -> str | bool | int | None:
        if self.get("Obscured") is True and name not in self.places():
            return None
        return self.get(name)

    def stack(self) -> "Sequence[GoldenPiece]":
        if self.holder is None:
            return [self]
        return [self.game.by_id[member] for member in self.holder["pieces"]]

    def on_map(self, map_name: str | None) -> "Sequence[GoldenPiece]":
        wanted = self.where["name"] if map_name is None else map_name
        return [piece for piece in self.game.pieces if piece.where["name"] == wanted]

    def at_location(self, location: str | None, map_name: str | None) -> "Sequence[GoldenPiece]":
        wanted = self.about["location"] if location is None else location
        return [piece for piece in self.on_map(map_name) if piece.about["location"] == wanted]

    def in_zone(self, zone: str | None, map_name: str | None) -> "Sequence[GoldenPiece]":
        wanted = self.about["zone"] if zone is None else zone
        return [piece for piece in self.on_map(map_name) if piece.about["zone"] == wanted]

    def has_map(self, map_name: str) -> bool:
        return self.game.map_named(map_name) is not None

    def everywhere(self) -> "Sequence[GoldenPiece]":
        return self.game.pieces

    def on_mat(self) -> "Sequence[GoldenPiece]":
        mat = self.known.get("MatID") or self.known.get("CurrentMatID")
        if mat is None:
            return [self]
        return [
            piece
            for piece in self.game.pieces
            if mat in (piece.known.get("MatID"), piece.known.get("CurrentMatID"))
        ]

    def attached(self, attachment: str) -> "Sequence[GoldenPiece]":
        for kind, state in self.about["traits"]:
            if kind == "Attachment" and f"{attachment}_AttachCount" in self.known:
                return [
                    self.game.by_id[part] for part in state.split(";") if part in self.game.by_id
                ]
        return []

    def within(self, least: int, most: int, *, pixels: bool) -> "Sequence[GoldenPiece]":
        here = (self.about["x"], self.about["y"])
        return [
            piece
            for piece in self.on_map(None)
            if piece is not self
            and least
            <= self.distance(here, (piece.about["x"], piece.about["y"]), None, pixels=pixels)
            <= most
        ]

    def distance(
        self, start: tuple[int, int], end: tuple[int, int], map_name: str | None, *, pixels: bool
    ) -> int:
        if not pixels:
            raise NotEvaluated("this description holds no grids")
        return math.floor(math.hypot(end[0] - start[0], end[1] - start[1]) + 0.5)

    def map_property(self, name: str, map_name: str) -> str | None:
        where = self.game.map_named(map_name)
        return None if where is None else self.game.map_value(where, name)

    def zone_property(self, name: str, zone: str, map_name: str | None) -> str | None:
        where = self.game.map_named(self.where["name"] if map_name is None else map_name)
        zones: dict[str, dict[str, str]] = {} if where is None else where.get("zoneProperties", {})
        for place, values in zones.items():
            if place.partition(":")[2] == zone:
                return values.get(name)
        return None


def context(piece: GoldenPiece) -> PieceContext:
    """Return a golden piece as what expressions ask; the type checker holds it to that."""
    return piece
