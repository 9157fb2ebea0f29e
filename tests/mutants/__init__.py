"""Mutation testing: changes the program in small ways and asks whether a test notices."""
