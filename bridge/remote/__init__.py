"""The backend of the window over a connection: the ports of `ui.backend` as messages."""
