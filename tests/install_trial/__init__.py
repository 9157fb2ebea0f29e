"""Tries a package like a user: installed, started, called, upgraded, removed."""
