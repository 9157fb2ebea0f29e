"""The host: wires service and panes together and to the operating system."""
