"""The version that a Windows program or library names in its resources."""

from __future__ import annotations

import struct
from typing import Final

_SIGNATURE: Final = struct.pack("<I", 0xFEEF04BD)
"""How the fixed part of a version resource begins; two numbers of 32 bits follow after 4 bytes."""


def file_version(content: bytes) -> str:
    """The file's version as four numbers, such as "14.44.35211.0"; empty if it names none."""
    start = content.find(_SIGNATURE)
    if start < 0 or len(content) < start + 16:
        return ""
    high, low = struct.unpack_from("<II", content, start + 8)
    return ".".join(str(number) for number in (high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF))
