"""The history of items: undoing what an upload wrote."""
