"""The Orders pane: the list with its countdowns,
one order whole, every step of it, and requests for a price.
"""
