"""The terrain page: an owner paints the terrain of his own map over its picture, in a browser."""
