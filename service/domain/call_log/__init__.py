"""Calls, what they are about, and the layout of their bodies."""
