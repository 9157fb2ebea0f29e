"""Stand-ins for what tests turn by hand: the clock, and a shop to work in."""
