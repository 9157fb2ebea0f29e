"""The writes of alerts: addresses, what happened, how sending ended."""
