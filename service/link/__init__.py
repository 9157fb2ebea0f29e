"""The upstream link: orders come down, actions and changes go up (LINK.md)."""
