"""One business write each: a function of a transaction, plain arguments and the time, without I/O
of its own.
"""
