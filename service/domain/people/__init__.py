"""People at the counter: names and PINs."""
