"""Setting up a checkout, and making the packages that people install."""
