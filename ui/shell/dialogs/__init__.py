"""Dialogs of the window itself."""
