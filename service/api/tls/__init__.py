"""Encrypted connections from the network (contract §2.8)."""
