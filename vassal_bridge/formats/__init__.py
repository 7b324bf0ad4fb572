"""The file formats: zips, envelopes, nested tokens, commands, pieces, modules, grids."""
