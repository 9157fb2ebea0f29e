"""The record of changes: what the owner did, entry after entry."""
