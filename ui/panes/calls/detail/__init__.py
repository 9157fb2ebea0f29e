"""One call: its bodies, notes and what it is about."""
