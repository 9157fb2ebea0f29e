"""A counter's whole day by clicks on a real display, in both languages and three sizes."""
