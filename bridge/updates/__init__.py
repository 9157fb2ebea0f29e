"""Installed versions next to each other: which runs, how the next takes over, the way back."""
