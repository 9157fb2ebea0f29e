"""Copies a run's file: it cannot change during the run, and the export is not blocked."""

from __future__ import annotations

import errno
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from service.domain.clock_trust import Cutoff
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.pull.place_address import is_remote
from service.domain.pull.pulls import PullSetup
from service.domain.sentences import message
from service.domain.times import DAY, Clock, Millis
from service.files.file_errors import FileBroken, FileError, FileUnavailable, cannot_read
from service.files.folder import FileStamp, newest_matching, read_stamp
from service.files.formats.dbf_memo import find_memo
from service.files.formats.sniff import open_head
from service.pull.places.fetch_file import FileFetch
from service.pull.places.place_port import Places

_CHUNK = 1 << 20
DRY_RUN_PREFIX = "pull-look-"
_COPY_FOLDER = "file"
STALE_AFTER: Millis = DAY
_QUIET_MS, _MOST_WAITS = 2_000, 5
"""A file that changed less than two seconds ago may be half of an export."""
_STAMP_BYTES = 7


@dataclass(frozen=True, slots=True)
class FileCopy:
    """`fingerprint` covers its content and how it is read: either may require another run."""

    path: Path
    fingerprint: str


def find_file(setup: PullSetup) -> Path:
    """The file that a run would read now. Raises FileUnavailable, FileError."""
    path = Path(setup.path)
    if setup.pattern is not None:
        return newest_matching(path, setup.pattern)
    if path.is_dir():
        raise FileError(
            message(
                "{path} is a folder. Name the file, or a pattern for the names in it such as stock*.csv.",
                path=str(path),
            )
        )
    return path


@contextmanager
def run_folder(folder: Path, shop_id: int) -> Iterator[Path]:
    """A new folder; deletes what a killed run left. Use it only under the shop's lock."""
    for left in folder.glob(f"pull-{shop_id}[-.]*reading"):
        shutil.rmtree(left, ignore_errors=True)
    # A new name each time: files that another program has open, a virus scanner for one, cannot be
    # deleted.
    place = Path(tempfile.mkdtemp(prefix=f"pull-{shop_id}-", suffix=".reading", dir=folder))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def dry_run_folder(folder: Path) -> Iterator[Path]:
    """The same for a dry run; several may run at once."""
    with tempfile.TemporaryDirectory(prefix=DRY_RUN_PREFIX, dir=folder, ignore_cleanup_errors=True) as place:
        yield Path(place)


def drop_stale_folders(folder: Path, cutoff: Cutoff | None) -> None:
    """Removes the folders of dry runs that were killed before `cutoff`."""
    for place in folder.glob(f"{DRY_RUN_PREFIX}*"):
        if cutoff is not None and place.is_dir() and place.stat().st_mtime * 1000 < cutoff.at:
            shutil.rmtree(place, ignore_errors=True)


def read_whole_stamp(path: Path, now: Millis) -> FileStamp:
    """The stamp of a file and of the memo file that is read with it. Raises FileUnavailable."""
    own, memo = read_stamp(path, now), find_memo(path)
    if memo is None or not own.size:
        return own
    texts = read_stamp(memo, now)
    return FileStamp(now, own.size + texts.size, max(own.modified_ns, texts.modified_ns))


def wait_until_written(path: Path, clock: Clock, wait: Callable[[float], None]) -> None:
    """Waits until a file has stayed the same for two seconds, ten at most. FileUnavailable if it
    goes on changing. A time of change that is not in the last seconds says nothing.
    """
    for _ in range(_MOST_WAITS):
        age = clock.now() - read_whole_stamp(path, 0).modified_ns // 1_000_000
        if not 0 <= age < _QUIET_MS:
            return
        wait((_QUIET_MS - age) / 1000)
    raise _still_written(path)


def _still_written(path: Path) -> FileUnavailable:
    return FileUnavailable(
        message("{file} is still being written. Run the pull again when the export is complete.", file=path.name)
    )


def copy_file(path: Path, place: Path, setup: PullSetup, now: Millis) -> FileCopy:
    """Copies the file under its own name.

    Raises FileUnavailable if it changes meanwhile, FileTooLarge, Unavailable.
    """
    open_head(path, 1)
    before = read_whole_stamp(path, now)
    if not before.size:
        raise FileBroken(message("{file} is empty. Export it again from the shop's system.", file=path.name))
    # In its own folder: the file may have the name of a file that the run itself writes.
    own = place / _COPY_FOLDER
    own.mkdir(exist_ok=True)
    copy = own / path.name
    digest = _copy(path, copy)
    memo = find_memo(path)
    if memo is not None:
        # The long texts of a dBASE table are part of what is read.
        open_head(memo, 1)
        digest = hashlib.sha256(f"{digest}{_copy(memo, own / memo.name)}".encode()).hexdigest()
    after = read_whole_stamp(path, now)
    if (before.size, before.modified_ns) != (after.size, after.modified_ns):
        raise _still_written(path)
    return FileCopy(copy, f"{digest}-{_plan_digest(setup)}")


def fetch_copy(places: Places, place: Path, setup: PullSetup, clock: Clock, wait: Callable[[float], None]) -> FileCopy:
    """Fetches the file of an address under its own name.

    Raises FileError, Refused, Unavailable.
    """
    own = place / _COPY_FOLDER
    own.mkdir(exist_ok=True)
    fetched = FileFetch(places, setup, clock, wait).fetch(own).path
    open_head(fetched, 1)
    with fetched.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return FileCopy(fetched, f"{digest}-{_plan_digest(setup)}")


def _copy(path: Path, copy: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as source, copy.open("wb") as target:
            while chunk := source.read(_CHUNK):
                digest.update(chunk)
                target.write(chunk)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise Unavailable(
                message("The disk is full. Nothing was changed; try again once that is mended."),
                UnavailableCode.DISK_FULL,
            ) from error
        raise cannot_read(path, error) from error
    return digest.hexdigest()


def _plan_digest(setup: PullSetup) -> str:
    return hashlib.sha256(f"{setup.plan}{setup.missing}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class FileState:
    """Which file, and its stamp. `has_mark` is False if a server does not say when it changes."""

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
