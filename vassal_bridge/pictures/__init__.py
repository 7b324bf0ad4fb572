"""Draws: fonts, colours, counters, boards, a save as an image."""
