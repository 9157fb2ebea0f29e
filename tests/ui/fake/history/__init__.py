"""The fake of the history of parts."""
