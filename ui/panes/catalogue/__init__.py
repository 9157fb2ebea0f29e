"""The Catalogue pane: every part with its stock per branch, movements by hand and their ledger."""
