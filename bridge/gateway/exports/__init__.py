"""Tables that the window saves to files."""
