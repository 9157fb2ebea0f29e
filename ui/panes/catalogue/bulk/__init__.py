"""Several parts at once: their selection, their prices, active or not."""
