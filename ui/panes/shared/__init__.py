"""What several panes use; no pane imports another."""
