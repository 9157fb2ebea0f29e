"""The Windows set-up: signed embeddable Python, locked wheels, our launchers, packed by NSIS."""
