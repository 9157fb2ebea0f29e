"""Orders and requests for quotation, and their rules."""
