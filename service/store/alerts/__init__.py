"""Alert channels, what waits for them, and the heartbeat."""
