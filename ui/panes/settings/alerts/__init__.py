"""Alerts to the owner's phone or mail: addresses and the heartbeat."""
