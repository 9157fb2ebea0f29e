"""Buttons, switches and fields, and what makes them read-only."""
