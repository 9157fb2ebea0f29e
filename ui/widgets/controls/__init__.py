"""Buttons, switches and fields."""
