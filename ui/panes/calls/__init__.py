"""The call log: what the shop's systems asked, and what came of it."""
