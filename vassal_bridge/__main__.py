"""Runs the command line by `python -m vassal_bridge`."""

from vassal_bridge.cli import main

if __name__ == "__main__":
    main()
