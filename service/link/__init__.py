"""The upstream link: orders come down, actions and changes go up (docs/link.md)."""
