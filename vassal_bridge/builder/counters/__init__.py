"""Draws counters: faces, pictures of all of them, and the marks that lie on them."""
