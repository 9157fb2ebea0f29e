"""The built-in test receiver."""
