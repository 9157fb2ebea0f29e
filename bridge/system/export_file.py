"""Writes a file whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from service.domain.export_table import ExportTable, TableFormat, to_csv_value
from service.files.csv_export import csv_lines

WriteContent = Callable[[BinaryIO], int]

_MARK = ".counterpart-export"
_START_MARGIN_S = 5.0
"""Clocks of a file system and of the processor differ by some seconds at most."""


def write_lines(file: Path, lines: Iterable[str]) -> int:
    """Writes lines to a file, to standard output for `-`; returns how many. Raises OSError, which
    names the file.

    The file is replaced only when it is complete: a failure leaves the earlier content.
    """
    return write_file(file, lambda out: _write_all(lines, out))


def write_table(file: Path, table: ExportTable, form: TableFormat) -> int:
    """Writes a table in the same way; returns how many rows it has."""
    if form is TableFormat.XLSX:
        return write_file(file, lambda out: _write_workbook(file, table, out))
    kinds = [column.kind for column in table.columns]
    rows = (
        [to_csv_value(cell, kind, table.zone) for cell, kind in zip(cells, kinds, strict=True)] for cells in table.rows
    )
    return write_lines(file, csv_lines((column.name for column in table.columns), rows)) - 1


def write_file(file: Path, write: WriteContent) -> int:
    """Lets `write` fill a file, or standard output for `-`; returns what it returns. The file is
    replaced only when it is complete. Raises OSError, which names the file.
    """
    if str(file) == "-":
        out = sys.stdout.buffer
        written = write(out)
        out.flush()
        return written
    file = file.resolve()
    if file.exists() and not file.is_file():
        # A device or a pipe is written to directly and must never be replaced.
        with file.open("wb") as out:
            return write(out)
    remove_unfinished_exports(file.parent)
    try:
        return _replace(file, write)
    except OSError as error:
        if error.filename is not None and not Path(error.filename).name.startswith(_MARK):
            raise
        raise OSError(error.errno, error.strerror, str(file)) from error


def remove_unfinished_exports(folder: Path) -> None:
    """Deletes what exports to a folder left there, if the program that wrote it has ended."""
    for part in folder.glob(f"{_MARK}-{_host_mark()}-*"):
        # Not our file, or deleted by another export at the same time: the next export tries again.
        with contextlib.suppress(OSError):
            if not _is_in_use(part):
                shutil.rmtree(part) if part.is_dir() else part.unlink()


def _is_in_use(part: Path) -> bool:
    """Whether the process in the name still runs; a later process may have got its number."""
    number = part.name.split("-")[3]
    if not number.isdecimal():
        return True
    import psutil  # noqa: PLC0415 - commands that only list start without it

    try:
        return psutil.Process(int(number)).create_time() <= part.stat().st_mtime + _START_MARGIN_S
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True


def _replace(file: Path, write: WriteContent) -> int:
    descriptor, name = tempfile.mkstemp(prefix=_part_prefix(), dir=file.parent)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            written = write(out)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return written


def _write_workbook(file: Path, table: ExportTable, out: BinaryIO) -> int:
    from bridge.system.xlsx_export import write_xlsx  # noqa: PLC0415 - loads a library, for workbooks only

    # Next to the file, as rows in a temporary folder could fill the computer's memory.
    place = file.resolve().parent if _is_replaced(file) else None
    with tempfile.TemporaryDirectory(prefix=_part_prefix(), dir=place, ignore_cleanup_errors=True) as folder:
        return write_xlsx(out, table, folder)


def _is_replaced(file: Path) -> bool:
    """Whether it is, or will be, a file of its own."""
    return str(file) != "-" and (file.is_file() or not file.exists())


def _part_prefix() -> str:
    """How the names of unfinished files begin: with this computer and process."""
    return f"{_MARK}-{_host_mark()}-{os.getpid()}-"


def _host_mark() -> str:
    """Names the computer, as several may export to one shared folder."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _write_all(lines: Iterable[str], out: BinaryIO) -> int:
    written = 0
    for text in lines:
        out.write(text.encode("utf-8"))
        written += 1
    return written
