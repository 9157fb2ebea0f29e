"""Reads export files of shop systems: recognises, maps and converts them. Imports
the domain only.
"""
