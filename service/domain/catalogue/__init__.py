"""Items: fields, rows of an upload, quantities, SKUs, stock."""
