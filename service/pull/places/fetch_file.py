"""Fetches a file from its place into a folder: bounded in bytes and time, resumed after a cut."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from service.domain.errors import Unavailable, UnavailableCode
from service.domain.pull.pulls import PullSetup
from service.domain.sentences import message, os_reason
from service.domain.times import Clock
from service.files.file_errors import FileBroken, FileTooLarge, FileUnavailable
from service.files.source import MAX_FILE_BYTES, MAX_FILE_MB
from service.pull.places.place_port import FetchInterrupted, FoundFile, Place, Places

MAX_FETCH_S = 1800.0
"""Seconds for one file, all its parts and pauses together."""

MAX_CONNECTIONS = 5
"""Connections for one file: the first, and four that resume it."""

_FIRST_PAUSE_S = 1.0
_MAX_NAME_CHARS = 120
_NOT_IN_NAMES = str.maketrans(dict.fromkeys('<>:"/\\|?*', "_"))


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """A fetched file, and how its server described it."""

    path: Path
    found: FoundFile


class FileFetch:
    """One fetch of a set-up's file. `wait` takes seconds and raises when the caller stops."""

    def __init__(self, places: Places, setup: PullSetup, clock: Clock, wait: Callable[[float], None]) -> None:
        self._places = places
        self._setup = setup
        self._clock = clock
        self._wait = wait
        self._ends = clock.monotonic() + MAX_FETCH_S

    def fetch(self, folder: Path) -> FetchedFile:
        """Fetches the file into a folder, under its own name as far as this system allows it.

        Raises FileError, Refused, Unavailable if the disk is full.
        """
        target = folder / "fetched"
        for tries in range(MAX_CONNECTIONS - 1):
            try:
                return self._connect_once(target)
            except FetchInterrupted:
                self._wait(_FIRST_PAUSE_S * 2**tries)
                self._check_time()
        return self._connect_once(target)

    def _connect_once(self, target: Path) -> FetchedFile:
        """Reads the file, or what an earlier connection left of it, to its end."""
        with closing(self._places.open(self._setup)) as place:
            found = place.find()
            _check_size(found, found.size or 0)
            start = self._resume_point(target, found)
            with _open(target, "ab" if start else "wb") as file:
                self._read(place, found, start, file)
            fetched = target.stat().st_size
            if found.size is not None and fetched != found.size:
                raise _cut_off(found, fetched)
            if found.mark and place.find().mark != found.mark:
                raise FileUnavailable(
                    message(
                        "{file} changed while it was fetched. Run the pull again when the export is complete.",
                        file=found.name,
                    )
                )
        if not fetched:
            raise FileBroken(message("{file} is empty. Export it again from the shop's system.", file=found.name))
        named = target.with_name(_safe_name(found.name))
        target.replace(named)
        return FetchedFile(named, found)

    def _resume_point(self, target: Path, found: FoundFile) -> int:
        """How many bytes of this very file are here already."""
        marked = target.with_suffix(".mark")
        with suppress(OSError):
            if found.resumes and found.mark and marked.read_text("utf-8") == found.mark:
                return target.stat().st_size
        with _open(marked, "wb") as file:
            file.write(found.mark.encode("utf-8", "replace"))
        return 0

    def _read(self, place: Place, found: FoundFile, start: int, file: BinaryIO) -> None:
        size = start
        for chunk in place.read(found, start):
            size += len(chunk)
            _check_size(found, size)
            self._check_time()
            self._wait(0)
            try:
                file.write(chunk)
                file.flush()
            except OSError as error:
                raise _disk_fault(error) from error

    def _check_time(self) -> None:
        if self._clock.monotonic() > self._ends:
            raise FileUnavailable(
                message(
                    "Fetching the file took longer than {minutes} minutes. Check the connection, or export less.",
                    minutes=round(MAX_FETCH_S / 60),
                )
            )


def _safe_name(name: str) -> str:
    """The name as a file may have it on any system."""
    safe = "".join(char for char in name.translate(_NOT_IN_NAMES) if char.isprintable()).strip(" .")
    return safe[-_MAX_NAME_CHARS:].lstrip(" .") or "file"


def _check_size(found: FoundFile, size: int) -> None:
    if size > MAX_FILE_BYTES:
        raise FileTooLarge(
            message(
                "{file} is larger than {most} MB. Export fewer columns, or split it.", file=found.name, most=MAX_FILE_MB
            )
        )


def _cut_off(found: FoundFile, fetched: int) -> FetchInterrupted:
    return FetchInterrupted(
        message(
            "The connection ended after {some:,} of {all:,} bytes of {file}. Check the connection, then run it again.",
            some=fetched,
            all=found.size or 0,
            file=found.name,
        )
    )


def _open(path: Path, mode: str) -> BinaryIO:
    try:
        return path.open(mode)  # type: ignore[return-value]
    except OSError as error:
        raise _disk_fault(error) from error


def _disk_fault(error: OSError) -> Unavailable:
    if error.errno == errno.ENOSPC:
        return Unavailable(
            message("The disk is full. Nothing was changed; try again once that is mended."), UnavailableCode.DISK_FULL
        )
    return Unavailable.saying(
        "The data folder cannot be written to: {reason}. Make room, then run it again.", reason=os_reason(error)
    )
