"""Sends alerts through the library apprise, in a process of its own."""
