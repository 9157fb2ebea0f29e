"""Starts `serve` with the computer, without a login."""
