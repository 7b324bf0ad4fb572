"""Edits: the commands that VASSAL would send, and what reads them from a file of changes."""
