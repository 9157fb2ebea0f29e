"""One business write each: a function of a transaction, plain arguments and the time."""
