"""One folder a game: its data, its rules, its binding to VASSAL modules."""
