"""The traits that look like something; any other shows just what is inside it."""

from __future__ import annotations

from collections.abc import Mapping

from vassal_bridge.pictures.borders import BorderLook, NonRectangularLook
from vassal_bridge.pictures.counter import TraitLook
from vassal_bridge.pictures.labels import LabelLook
from vassal_bridge.pictures.layers import LayerLook, MovedLook
from vassal_bridge.pictures.masks import InvisibleLook, MaskLook
from vassal_bridge.pictures.trails import AreaLook, TrailLook
from vassal_bridge.pictures.turning import CargoLook, TurnedLook

LOOKS: Mapping[str, TraitLook] = {
    "AreaOfEffect;": AreaLook(),
    "border;": BorderLook(),
    "emb2;": LayerLook(),
    "emb;": LayerLook(),
    "footprint;": TrailLook(),
    "hide;": InvisibleLook(),
    "label;": LabelLook(),
    "markmoved;": MovedLook(),
    "matPiece;": CargoLook(),
    "nonRect2;": NonRectangularLook(),
    "nonRect;": NonRectangularLook(),
    "obs;": MaskLook(),
    "rotate;": TurnedLook(),
}
