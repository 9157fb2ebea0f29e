"""One module per file format: bytes to rows of cells."""
