"""The self-test and the support bundle (DESKTOP.md)."""
