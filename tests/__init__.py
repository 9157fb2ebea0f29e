"""The checks. They mirror the source tree; bench, soak and screenshots run as modules."""
