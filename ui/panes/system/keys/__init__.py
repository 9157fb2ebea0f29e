"""API keys: list, create, revoke."""
