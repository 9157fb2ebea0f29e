"""Focus ring and focus restoration."""
