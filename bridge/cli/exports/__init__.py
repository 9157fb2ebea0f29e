"""Commands that write tables and summaries to files."""
