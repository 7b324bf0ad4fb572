"""Logs: a start state and a tree of steps, told as a story, cut and joined."""
