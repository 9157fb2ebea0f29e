"""The history of parts for the window."""
