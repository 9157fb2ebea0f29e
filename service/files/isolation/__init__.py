"""Workbooks and JSON arrays are read in a killable child process of limited memory and time."""
