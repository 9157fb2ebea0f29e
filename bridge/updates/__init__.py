"""Installed versions beside each other: which one runs, how the next takes over,
and the way back.
"""
