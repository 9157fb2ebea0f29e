"""The nightly file: its card, set-up page and work."""
