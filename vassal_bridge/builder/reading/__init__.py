"""Reads a recipe: the tables of its TOML and CSV files, what their keys mean, and what is wrong with them."""
