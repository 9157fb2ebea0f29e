"""Who did something, as history and ledger keep it;
a key's own name stands for a caller of the API.
"""

from __future__ import annotations

OWNER = "owner"
TIME = "time"
"""A deadline passed, or a nightly task ran."""

SAMPLE = "sample"
MARKETPLACE = "marketplace"
