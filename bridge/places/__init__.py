"""The adapters that fetch the nightly file from other computers, one for each kind of place."""
