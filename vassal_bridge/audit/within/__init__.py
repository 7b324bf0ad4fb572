"""Checks of one log by itself: each a function over its replayed steps."""
