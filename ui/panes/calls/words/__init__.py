"""What happened in a call, in plain words."""
