"""Reads one cell as one value: numbers, booleans, conditions, codes, cars."""
