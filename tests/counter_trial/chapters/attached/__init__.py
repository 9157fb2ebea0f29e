"""A window over a service in another process."""
