"""Orders: the list with countdowns, one in full with its actions, and requests for quotation."""
