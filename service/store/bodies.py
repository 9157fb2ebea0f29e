"""Bodies as they are kept: compressed where that pays."""

from __future__ import annotations

import threading

import zstandard

_WORTH_IT = 1_000
_per_thread = threading.local()
_RAW = b"r"
_ZSTD = b"z"
_MAX_UNPACKED = 8 * 1024 * 1024


def pack(body: bytes) -> bytes | None:
    """What to store of a body: None for none."""
    if not body:
        return None
    if len(body) < _WORTH_IT:
        return _RAW + body
    return _ZSTD + _compressor().compress(body)


def unpack(stored: bytes | None, most: int = _MAX_UNPACKED) -> bytes:
    """The body again, of at most so many bytes."""
    if not stored:
        return b""
    if stored[:1] == _RAW:
        return stored[1:]
    return zstandard.ZstdDecompressor().decompress(stored[1:], max_output_size=most)


def _compressor() -> zstandard.ZstdCompressor:
    """Each thread's own, as one serves one thread at a time and to make one costs more than a small body does."""
    compressor: zstandard.ZstdCompressor | None = getattr(_per_thread, "compressor", None)
    if compressor is None:
        compressor = _per_thread.compressor = zstandard.ZstdCompressor(level=1)
    return compressor
