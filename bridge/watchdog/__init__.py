"""Starts the program again after a crash or a hang."""
