"""Reading the export files of points of sale: what is in them, and which column is which."""
