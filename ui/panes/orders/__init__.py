"""The Orders pane: the list with its countdowns, one order in full with its actions, and requests
for quotation.
"""
