"""The command line: one file a command group, loaded when it is called."""

from vassal_bridge.cli.main import main

__all__ = ["main"]
