"""Deliveries and their attempts."""
