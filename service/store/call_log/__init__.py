"""The tables of the call log."""
