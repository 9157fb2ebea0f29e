"""Dialogs that several panes or the window open: faults, files, names, questions."""
