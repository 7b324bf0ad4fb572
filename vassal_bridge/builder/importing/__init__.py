"""Recipes made of tables of units that other programs exported, or that somebody typed."""
