"""The Windows set-up: signed embeddable Python, locked wheels, our own launchers,
packed by NSIS.
"""
