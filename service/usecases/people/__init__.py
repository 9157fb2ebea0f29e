"""The owner edits the staff and the PINs."""
