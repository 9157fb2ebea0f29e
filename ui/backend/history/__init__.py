"""The port of the history of parts."""
