"""Bodies as they are kept: compressed where that pays."""

from __future__ import annotations

import zstandard

_WORTH_IT = 400
_RAW = b"r"
_ZSTD = b"z"
_MAX_UNPACKED = 8 * 1024 * 1024


def pack(body: bytes) -> bytes | None:
    """What to store of a body: None for none."""
    if not body:
        return None
    if len(body) < _WORTH_IT:
        return _RAW + body
    return _ZSTD + zstandard.ZstdCompressor(level=1).compress(body)


def unpack(stored: bytes | None) -> bytes:
    """The body again."""
    if not stored:
        return b""
    if stored[:1] == _RAW:
        return stored[1:]
    return zstandard.ZstdDecompressor().decompress(stored[1:], max_output_size=_MAX_UNPACKED)
