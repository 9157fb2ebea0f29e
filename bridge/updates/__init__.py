"""Installed versions next to each other: which one runs, how the next takes over,
and the way back.
"""
