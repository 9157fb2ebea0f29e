"""People at the counter, for the window."""
