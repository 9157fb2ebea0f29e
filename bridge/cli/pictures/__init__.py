"""Commands for the pictures of parts."""
