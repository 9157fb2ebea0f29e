"""Starts by itself: the window at login, the service from power-on, as each system does it."""
