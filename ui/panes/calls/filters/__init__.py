"""What narrows the call log."""
