"""Side bar, top bar and keys of the window."""
