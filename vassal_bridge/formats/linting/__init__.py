"""Lint: what is wrong with a module, and what VASSAL will do about it."""
