"""Refreshing: brings the pieces of a save to the definitions of a new version of its module."""
