"""Tries the installed program with a signed feed: upgrades, refusals, locked files, power cuts."""
