"""The commands under `vassal-bridge build`, a file each."""
