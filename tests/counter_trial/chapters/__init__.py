"""What a counter does on a day, one kind of work in each module."""
