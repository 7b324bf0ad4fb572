"""The subcommands of `vassal-bridge module`: what is done to a module that is played already."""
