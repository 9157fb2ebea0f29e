"""The call log: the calls of the shop's systems and their results."""
