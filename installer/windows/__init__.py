"""The Windows set-up: signed embeddable Python,
locked wheels, launchers of our own, packed by NSIS.
"""
