"""What was once found broken, each shown working."""
