"""Draws boards: hexes, terrain, hexsides, tracks, boxes and charts."""
