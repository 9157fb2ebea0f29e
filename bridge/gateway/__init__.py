"""The real backend of the window: each room of ui.backend answered from the
store and the running service.
"""
