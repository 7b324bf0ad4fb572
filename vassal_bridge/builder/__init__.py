"""Turns a recipe into counters, boards and modules."""
