"""Targets: list, detail, form, secrets."""
