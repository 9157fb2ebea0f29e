"""Who is at the counter, and what only the owner may do."""
