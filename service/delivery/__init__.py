"""The webhook sender: claims due deliveries, signs and posts them, records what came of it."""
