"""Copies of files at addresses for the window's preview: a choice does not fetch again."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

from service.domain.pull.place_address import is_remote
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.times import Clock
from service.pull.file_copy import DRY_RUN_PREFIX
from service.pull.places.fetch_file import FileFetch
from service.pull.places.place_port import Places

FRESH_S = 600.0
"""Seconds for which a copy is used again."""

_Key = tuple[str, str | None, PlaceAccess]


@dataclass(frozen=True, slots=True)
class _Copy:
    key: _Key
    folder: Path
    file: Path
    at: float


class PreviewCopies:
    """Holds one copy at a time, in a folder next to the database. What a killed program leaves is
    removed with the folders of dry runs.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._copy: _Copy | None = None

    def localise(self, places: Places, setup: PullSetup, *, again: bool = False) -> PullSetup:
        """The set-up for the copy on this computer; `again` fetches it in any case. A path of this
        computer stays.

        Raises FileError, Refused, Unavailable.
        """
        if not is_remote(setup.path):
            return setup
        with self._lock:
            return replace(setup, path=str(self._fresh_copy(places, setup, again=again)), pattern=None)

    def drop(self) -> None:
        """Deletes the copy."""
        with self._lock:
            self._drop()

    def _fresh_copy(self, places: Places, setup: PullSetup, *, again: bool) -> Path:
        key, now = (setup.path, setup.pattern, setup.access), self._clock.monotonic()
        copy = self._copy
        if copy is not None and copy.key == key and now - copy.at < FRESH_S and not again:
            return copy.file
        self._drop()
        folder = Path(tempfile.mkdtemp(prefix=DRY_RUN_PREFIX, dir=self._folder))
        try:
            fetched = FileFetch(places, setup, self._clock, time.sleep).fetch(folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._copy = _Copy(key, folder, fetched.path, now)
        return fetched.path

    def _drop(self) -> None:
        if self._copy is not None:
            shutil.rmtree(self._copy.folder, ignore_errors=True)
            self._copy = None
