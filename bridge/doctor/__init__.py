"""The self-test and the support bundle (desktop §3.9)."""
