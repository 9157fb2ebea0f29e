"""Writes a file whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


def write_lines(file: Path, lines: Iterable[str]) -> int:
    """Writes lines to a file, to standard output for `-`; returns how many. Raises OSError, which
    names the file.

    The file is replaced only when it is complete: a failure leaves the earlier content.
    """
    if str(file) == "-":
        out = sys.stdout.buffer
        written = _write_all(lines, out)
        out.flush()
        return written
    file = file.resolve()
    if file.exists() and not file.is_file():
        # A device or a pipe is written to directly and must never be replaced.
        with file.open("wb") as out:
            return _write_all(lines, out)
    try:
        return _replace(file, lines)
    except OSError as error:
        if error.filename is None:
            raise
        raise OSError(error.errno, error.strerror, str(file)) from error


def _replace(file: Path, lines: Iterable[str]) -> int:
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            written = _write_all(lines, out)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return written


def _write_all(lines: Iterable[str], out: BinaryIO) -> int:
    written = 0
    for text in lines:
        out.write(text.encode("utf-8"))
        written += 1
    return written
