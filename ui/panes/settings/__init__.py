"""The Settings pane: one section at a time, chosen at the side."""
