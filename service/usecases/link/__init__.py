"""The upstream link as one write each."""
