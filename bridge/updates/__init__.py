"""Installed versions beside each other:
which one runs, how the next one takes over, and the way back.
"""
