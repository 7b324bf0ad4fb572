"""vassal-bridge: VASSAL's files, read and written without losing a byte."""
