"""Fetches the nightly file from other computers and databases, each over its own protocol."""
