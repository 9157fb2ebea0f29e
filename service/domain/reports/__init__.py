"""What exports and summaries are about: spans of local time, and figures of a day or a month."""
