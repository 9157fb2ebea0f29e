"""What the service does by the clock. Deadlines are wall-clock times in the database."""
