"""Alerts to the owner's phone or mail: finding what happened, sending it, the heartbeat."""
