"""Orders as files for a spreadsheet."""
