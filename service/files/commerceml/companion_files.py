"""Finds the files of one export of 1C: import.xml, offers.xml, prices.xml, rests.xml."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from service.domain.sentences import message, os_reason
from service.files.file_errors import FileTooLarge, FileUnavailable
from service.files.formats.documents.commerceml_records import ROOT
from service.files.source import MAX_FILE_BYTES

_NAME = re.compile(r"(?:import|offers|prices|rests|storages|price_?lists)[\w.()-]*\.xml", re.IGNORECASE)
_MARKS: Final = {ROOT.encode(encoding): encoding for encoding in ("utf-8", "windows-1251", "utf-16-le", "utf-16-be")}
_HEAD: Final = 4096
_MOST_FILES: Final = 200
_DIGITS = re.compile(r"(\d+)")


def is_export_name(name: str) -> bool:
    """Whether 1C names a file of its export so: import.xml, offers0_1.xml, prices___….xml."""
    return _NAME.fullmatch(name) is not None


def find_companions(path: Path) -> tuple[Path, ...]:
    """The files of the export that `path` belongs to, in the order of their changes; () if it is
    none, or the only one. FileUnavailable, FileTooLarge.
    """
    if not is_export_name(path.name):
        return ()
    try:
        if not _is_commerceml(path):
            return ()
        others = [entry for entry in path.parent.iterdir() if is_export_name(entry.name) and entry.is_file()]
        files = [entry for entry in others if _is_commerceml(entry)]
        files.sort(key=lambda entry: (entry.stat().st_mtime_ns, natural_key(entry.name)))
        size = sum(entry.stat().st_size for entry in files)
    except OSError as error:
        raise FileUnavailable(
            message("{file} cannot be read now: {reason}.", file=path.name, reason=os_reason(error))
        ) from error
    if len(files) > _MOST_FILES or size > MAX_FILE_BYTES:
        raise FileTooLarge(
            message(
                "The files of 1C next to {file} have more than 200 MB. Remove old ones, or export fewer columns.",
                file=path.name,
            )
        )
    return tuple(files) if len(files) > 1 else ()


def read_root(path: Path) -> str:
    """The beginning of a CommerceML file from the name of its root element on; "" for others."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    found = next(((head.find(mark), encoding) for mark, encoding in _MARKS.items() if mark in head), None)
    return "" if found is None else head[found[0] :].decode(found[1], "ignore").partition(">")[0]


def natural_key(name: str) -> tuple[str | int, ...]:
    """A name with its numbers as numbers: import0_2.xml comes before import0_10.xml."""
    return tuple(int(part) if part.isdigit() else part.lower() for part in _DIGITS.split(name))


def _is_commerceml(path: Path) -> bool:
    return bool(read_root(path))
