"""The state of a set-up's file without reading it, here or at its address."""

from __future__ import annotations

import hashlib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from service.domain.pull.place_address import is_remote
from service.domain.pull.pulls import PullSetup
from service.domain.times import Clock
from service.files.folder import FileStamp
from service.pull.file_copy import find_file, read_whole_stamp
from service.pull.places.place_port import Places

_STAMP_BYTES = 7


@dataclass(frozen=True, slots=True)
class FileState:
    """Which file it is, and its stamp. `has_mark` is False if a server does not say when the file
    changes.
    """

    name: str
    stamp: FileStamp
    has_mark: bool = True

    @property
    def short_name(self) -> str:
        """The name without its folder."""
        return Path(self.name).name

    @property
    def mark(self) -> str:
        """A text that is equal while the file stays the same."""
        return f"{self.name}|{self.stamp.size}|{self.stamp.modified_ns}"


def read_state(places: Places, setup: PullSetup, clock: Clock) -> FileState:
    """Reads the state of the file that a run would read now. Raises FileError, Refused."""
    if not is_remote(setup.path):
        path = find_file(setup)
        return FileState(str(path), read_whole_stamp(path, clock.now()))
    with closing(places.open(setup)) as place:
        found = place.find()
    changed = int.from_bytes(hashlib.sha256(found.mark.encode("utf-8", "replace")).digest()[:_STAMP_BYTES], "big")
    size = 1 if found.size is None else found.size
    return FileState(found.name, FileStamp(clock.now(), size, changed), bool(found.mark))
