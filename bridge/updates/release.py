"""What the feed says of a newer version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

NEWEST: Final = "{system}.json"
"""The target that names the newest version for a system."""


class Release(msgspec.Struct, frozen=True):
    """A version for one system: its package's path in the feed, and what changed, by language."""

    version: str
    path: str
    changes: Mapping[str, str]
