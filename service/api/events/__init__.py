"""The event feed over HTTP: its handler, and the calls that wait for an event."""
