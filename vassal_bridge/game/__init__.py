"""What any wargame needs: hexes, tables, dice, changes, sequences; no file of VASSAL's."""
