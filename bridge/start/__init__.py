"""Starts the service with all that it needs of this computer. Knows no Qt: `serve` uses it too."""
