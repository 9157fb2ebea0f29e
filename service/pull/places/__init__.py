"""Fetching the nightly file from where it is: the port, and one bounded fetch."""
