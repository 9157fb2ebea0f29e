"""A till gets its key with a one-time code (contract §5.2)."""
