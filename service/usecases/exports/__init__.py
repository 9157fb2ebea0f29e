"""The tables that leave the program: parts, orders, payouts."""
