"""The ring: its own sounds, made by the program, and how each system plays them."""
