"""Tasks that the service runs by the clock. Deadlines are wall-clock times in the database."""
