"""Alerts for the window."""
