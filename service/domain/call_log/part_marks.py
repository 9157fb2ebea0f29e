"""Marks of the parts that an upload names: four bytes for each, by which its call is found."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from zlib import crc32


def make_marks(folded: Sequence[str]) -> bytes:
    """The marks of folded SKUs, one after the other. Two SKUs can have the same mark."""
    return struct.pack(f"<{len(folded)}I", *map(crc32, map(str.encode, folded)))
