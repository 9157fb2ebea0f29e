"""Calls, what they are about, and how secrets are redacted."""
