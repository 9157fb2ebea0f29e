"""The window's real backend: answers each port of ui.backend from the store and the running
service.
"""
