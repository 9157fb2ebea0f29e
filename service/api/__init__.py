"""The HTTP edge: the checks of a call, and the answer that its caller reads (contract §2)."""
