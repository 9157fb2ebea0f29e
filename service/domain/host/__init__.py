"""What the host says of itself: its state, its self-test, its backups, and how far work is."""
