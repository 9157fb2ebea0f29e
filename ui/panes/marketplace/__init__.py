"""The pane "Marketplace": how the link stands, what waits, and what the owner decides."""
