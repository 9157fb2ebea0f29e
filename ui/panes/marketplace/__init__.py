"""The pane "Marketplace": the link's state, what waits, and what the owner decides."""
