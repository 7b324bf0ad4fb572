"""Maps, boards and grids: from a pixel to the name of a place and back, as the engine does."""
