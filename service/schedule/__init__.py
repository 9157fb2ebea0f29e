"""What the service does by the clock: expiry, pruning, the nightly pull. Deadlines are wall-clock times in the database."""
