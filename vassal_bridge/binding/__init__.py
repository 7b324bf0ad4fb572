"""The bridge proper: pieces to units, pixels to hexes, changes to edits, and the proof."""
