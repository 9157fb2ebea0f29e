"""The audit: what the owner did, entry after entry."""
