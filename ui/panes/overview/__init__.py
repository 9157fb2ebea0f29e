"""The Overview: whether the service listens, what waits, what is wrong, what is left to set up."""
