"""Comparing: what differs between two saves, modules' pieces or logs, in game words."""
