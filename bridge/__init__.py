"""The host: where service and panes are wired to the operating system."""
