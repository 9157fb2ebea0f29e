"""Fakes that tests control: the clock, and a shop to work in."""
