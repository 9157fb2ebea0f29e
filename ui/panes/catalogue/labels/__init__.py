"""Shelf labels of parts."""
