"""Past runs of the nightly file."""
