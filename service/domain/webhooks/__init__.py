"""Events, targets, signatures and the retry schedule."""
