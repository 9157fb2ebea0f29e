"""Reading export files of shop systems:
recognising, mapping, converting. Imports the domain only.
"""
