"""Trying a package as a user would: installed, started, called, upgraded, removed."""
