"""Sequences and policies: one folder a game, one file a sequence."""
