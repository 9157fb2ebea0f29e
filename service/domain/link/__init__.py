"""The rules of the upstream link, with no clock, socket or database (docs/link.md)."""
