"""Wires the service, and the backend of each window over it. Knows no Qt: `serve` uses it too."""
