"""Sequences of Red Beach One: each a procedure of the rulebook, runnable alone."""
