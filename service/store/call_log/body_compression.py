"""Bodies as they are stored: compressed where that saves space."""

from __future__ import annotations

import threading

import zstandard

_MIN_COMPRESSED_BYTES = 1_000
_per_thread = threading.local()
_RAW = b"r"
_ZSTD = b"z"
_MAX_UNPACKED = 8 * 1024 * 1024


def pack_body(body: bytes) -> bytes | None:
    """The bytes to store for a body: None for none."""
    if not body:
        return None
    if len(body) < _MIN_COMPRESSED_BYTES:
        return _RAW + body
    return _ZSTD + _get_compressor().compress(body)


def unpack_body(stored: bytes | None) -> bytes:
    if not stored:
        return b""
    if stored[:1] == _RAW:
        return stored[1:]
    return zstandard.ZstdDecompressor().decompress(stored[1:], max_output_size=_MAX_UNPACKED)


def _get_compressor() -> zstandard.ZstdCompressor:
    """One for each thread: it serves one at a time, and costs more to make than a small body."""
    compressor: zstandard.ZstdCompressor | None = getattr(_per_thread, "compressor", None)
    if compressor is None:
        compressor = _per_thread.compressor = zstandard.ZstdCompressor(level=1)
    return compressor
