"""Recipes made of what is there already: modules, and folders of pictures."""
