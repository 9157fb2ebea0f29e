"""The webhook sender: claims due deliveries, signs and posts them, and records the results."""
