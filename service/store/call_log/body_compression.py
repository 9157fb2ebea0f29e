"""Bodies as they are kept: compressed where that pays."""

from __future__ import annotations

import threading

import zstandard

_MIN_COMPRESSED_BYTES = 1_000
_per_thread = threading.local()
_RAW = b"r"
_ZSTD = b"z"
_MAX_UNPACKED = 8 * 1024 * 1024


def pack_body(body: bytes) -> bytes | None:
    """What to store of a body: None for none."""
    if not body:
        return None
    if len(body) < _MIN_COMPRESSED_BYTES:
        return _RAW + body
    return _ZSTD + _get_compressor().compress(body)


def unpack_body(stored: bytes | None, max_bytes: int = _MAX_UNPACKED) -> bytes:
    """The body again, of at most so many bytes."""
    if not stored:
        return b""
    if stored[:1] == _RAW:
        return stored[1:]
    return zstandard.ZstdDecompressor().decompress(stored[1:], max_output_size=max_bytes)


def _get_compressor() -> zstandard.ZstdCompressor:
    """Each thread's own, as one serves one thread at a time and to make one costs
    more than a small body does.
    """
    compressor: zstandard.ZstdCompressor | None = getattr(_per_thread, "compressor", None)
    if compressor is None:
        compressor = _per_thread.compressor = zstandard.ZstdCompressor(level=1)
    return compressor
