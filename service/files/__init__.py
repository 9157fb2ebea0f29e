"""Reads export files of shop systems: recognises, maps, converts them. Imports the domain only."""
