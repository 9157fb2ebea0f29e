"""The Settings pane: one section at a time, chosen from the list at the side."""
