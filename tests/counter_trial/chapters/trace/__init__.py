"""What changed, by whom, and how it goes back."""
