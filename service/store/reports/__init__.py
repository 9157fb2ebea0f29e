"""What the shop's exports and summaries read."""
