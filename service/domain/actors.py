"""Who did something, as the order history and the stock ledger store it. For a caller of the API it
is the name of its key.
"""

from __future__ import annotations

OWNER = "owner"
TIME = "time"
"""A deadline passed, or a nightly task ran."""

SAMPLE = "sample"
MARKETPLACE = "marketplace"
