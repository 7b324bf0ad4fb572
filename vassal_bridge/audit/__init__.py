"""The umpire: reads logs in a chain, checks them and their dice, and reports what was found."""
