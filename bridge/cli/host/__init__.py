"""Commands of the program itself: serve, settings, backups, doctor and bundle."""
