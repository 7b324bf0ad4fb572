"""Writes a recipe as a module, its set-ups as saves, and parts of it as an extension."""
