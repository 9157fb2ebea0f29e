"""Alerts to the owner's phone or mail: pure rules."""
