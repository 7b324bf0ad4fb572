"""Checks of several logs together: the chain that they make, and where it breaks."""
