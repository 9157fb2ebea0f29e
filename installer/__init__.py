"""Sets up a checkout, and makes the packages that people install."""
