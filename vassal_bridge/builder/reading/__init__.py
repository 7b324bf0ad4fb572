"""Reads a recipe: what the keys and columns of its files mean, and what is wrong with them."""
