"""The window's real backend: answers the ports of ui.backend from the store and the service."""
