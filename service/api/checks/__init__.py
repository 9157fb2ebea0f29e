"""The checks of a call before its handler: access, key, rate, size."""
