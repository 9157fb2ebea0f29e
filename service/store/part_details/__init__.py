"""What the catalogue keeps of an item beyond an upload row."""
