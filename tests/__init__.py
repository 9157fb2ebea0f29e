"""The checks: they mirror the source tree; bench, soak and screenshots are run as modules."""
