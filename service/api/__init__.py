"""The HTTP edge: the checks of a call before its use case runs, and the answer that its caller
reads (contract §2).
"""
