"""The audit for the window."""
