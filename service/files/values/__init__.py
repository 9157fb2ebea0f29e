"""One cell to one value: numbers, booleans, conditions, codes, cars."""
