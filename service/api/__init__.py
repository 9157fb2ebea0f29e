"""The HTTP edge: what a call must pass before a use case sees it,
and what its caller reads (contract §2).
"""
