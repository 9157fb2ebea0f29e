"""Looks for a newer version once a day. On Windows it downloads it, and installs it when that
disturbs nobody; elsewhere it says what installs it.

Switched off, it opens no connection and touches no file.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec.structs import replace

from bridge.system.installation import numbers_of
from bridge.system.paths import replace_private_file
from bridge.system.process import run_aside
from bridge.system.tls_trust import system_ssl_context
from bridge.updates.packages import (
    Release,
    find_feed,
    has_built_feed,
    install_downloaded,
    installs_alone,
    package_command,
    system_name,
)
from service.domain.errors import CounterpartError, Unavailable
from service.domain.marketplace.orders import OPEN
from service.domain.sentences import Sentence
from service.domain.times import MINUTE, Clock, Millis
from service.domain.update_rules import RETRY_AFTER, UpdateChoice, UpdateStatus, Work, may_install, next_look
from service.service import Service
from service.store.call_log.calls import find_newest_call
from service.store.engine.transaction import ReadTx
from service.store.orders import count_by_status
from service.store.shops import list_shops
from service.usecases.edit_settings import read_settings
from service.version import VERSION

log = logging.getLogger(__name__)

AFTER_START: Millis = 5 * MINUTE
"""A computer that has just started is busy with other things."""

_THREAD = "update"

CHECK_EVERY: Millis = MINUTE
"""The longest time between two checks, as the owner may change the setting."""
FOLDER = "updates"
"""Below the data folder: what was seen of the feed, the downloads, and the notes."""


class UpdateNotes(msgspec.Struct, frozen=True):
    """`package` is the path of the whole, checked package, empty until it is there; `digest` is
    its SHA-256. `tried` is the version that was installed last, so that one that fails is not tried
    every night.
    """

    looked_at: Millis | None = None
    version: str = ""
    changes_en: str = ""
    changes_ar: str = ""
    package: str = ""
    digest: str = ""
    tried: str = ""


class NotesFile:
    def __init__(self, folder: Path) -> None:
        self._file = folder / "notes.json"

    def read(self) -> UpdateNotes:
        """The notes; empty ones if there are none, or a power cut damaged them."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=UpdateNotes)
        except (OSError, msgspec.DecodeError):
            return UpdateNotes()

    def write(self, notes: UpdateNotes) -> None:
        """Store the notes. Raises OSError."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        replace_private_file(self._file, msgspec.json.encode(notes))


class UpdateSource(Protocol):
    """The signed feed. Each call may take long. Raises CounterpartError."""

    def newest(self, system: str, installed: str) -> Release | None: ...

    def fetch(self, release: Release) -> Path:
        """The whole package, as it was signed; goes on where an earlier download stopped."""
        ...

    def drop_packages(self, *used: Path) -> None:
        """Remove what was downloaded of other versions."""
        ...


@dataclass(frozen=True, slots=True)
class UpdateParts:
    """What the watch uses: the feed, how a package is installed, whether the program may do that
    alone, and what reports a change to the panes. `command` is for a person, where the package
    manager installs; then nothing is downloaded.
    """

    open_source: Callable[[], UpdateSource]
    install: Callable[[Path], None]
    installs_alone: bool
    has_feed: bool
    on_change: Callable[[], None]
    command: str = ""


class UpdateWatch:
    """One data folder's watch for newer versions. `zone` None is the computer's own."""

    def __init__(self, folder: Path, parts: UpdateParts, clock: Clock, zone: tzinfo | None = None) -> None:
        self._file = NotesFile(folder)
        self._parts = parts
        self._clock = clock
        self._zone = zone
        self._not_before = clock.now() + AFTER_START
        self._fault: Sentence | None = None
        self._one_at_a_time = threading.RLock()
        self._is_installing = False

    def use_clock(self, clock: Clock) -> None:
        """Uses the clock of the service that runs now, whose time does not jump."""
        self._clock = clock

    def status(self) -> UpdateStatus:
        """What is known, without asking the feed."""
        parts, notes = self._parts, self._file.read()
        if not _is_newer(notes):
            notes = UpdateNotes(looked_at=notes.looked_at)
        return UpdateStatus(
            notes.version, notes.changes_en, notes.changes_ar, _has_package(notes), notes.looked_at, self._fault,
            has_feed=parts.has_feed, installs_alone=parts.installs_alone, command=parts.command,
        )  # fmt: skip

    def look(self) -> UpdateStatus:
        """Ask the feed and download what is newer. Raises CounterpartError.

        The daily look and the button may meet: the second waits for the first.
        """
        with self._one_at_a_time:
            try:
                self._look_and_fetch()
            except CounterpartError as error:
                self._set_fault(error.sentence)
                raise
            self._set_fault(None)
            return self.status()

    def begin_install(self) -> Future[None]:
        """`install` in a thread that the end of the program does not wait for."""
        return run_aside(self.install, _THREAD)

    def install(self) -> None:
        """Install what was downloaded. Raises CounterpartError; this version then goes on."""
        with self._one_at_a_time:
            self._install_package()

    def _look_and_fetch(self) -> None:
        source = self._parts.open_source()
        release = source.newest(system_name(), VERSION)
        self._note_release(release)
        if release is not None and not self._parts.command and not _has_package(self._file.read()):
            package = source.fetch(release)
            self._file.write(replace(self._file.read(), package=str(package), digest=_digest(package)))
            source.drop_packages(package)

    def _install_package(self) -> None:
        if self._parts.command:
            raise Unavailable.saying("Run this in a terminal: {command}", command=self._parts.command)
        notes = self._file.read()
        if not _has_package(notes):
            self.look()
            notes = self._file.read()
        if not _has_package(notes):
            raise Unavailable.saying("This is the newest version. There is nothing to install.")
        package = Path(notes.package)
        if _digest(package) != notes.digest:
            package.unlink()
            raise Unavailable.saying("The downloaded version was changed since. It is downloaded again.")
        self._file.write(replace(notes, tried=notes.version))
        self._is_installing = True
        try:
            self._parts.install(package)
        except CounterpartError as error:
            self._set_fault(error.sentence)
            raise
        finally:
            self._is_installing = False
        self._set_fault(None)

    async def step(self, choice: UpdateChoice, work: Work) -> Millis:
        """Do what is due in a thread of its own; return the moment of the next check. Cancelled, it
        waits for a look to end, but not for an installation, which itself waits for the program.
        """
        now = self._clock.now()
        # A moment that is further away dates from before the clock was set back.
        if choice is UpdateChoice.OFF or now < self._not_before <= now + RETRY_AFTER:
            return now + CHECK_EVERY
        running = asyncio.wrap_future(run_aside(partial(self._do_due, choice, work, now), _THREAD))
        try:
            await asyncio.shield(running)
        except CounterpartError as error:
            log.info("The update has to wait: %s", error.message)
            self._not_before = self._clock.now() + RETRY_AFTER
        except asyncio.CancelledError:
            if not self._is_installing:
                with contextlib.suppress(Exception):
                    await running
            raise
        return self._clock.now() + CHECK_EVERY

    def _do_due(self, choice: UpdateChoice, work: Work, now: Millis) -> None:
        """Look or install, but never both: a download takes long, and afterwards an order may be
        open or the owner may have chosen otherwise. The next step knows.
        """
        if not self._one_at_a_time.acquire(blocking=False):
            return
        try:
            notes = self._file.read()
            is_missing = _is_newer(notes) and not _has_package(notes) and not self._parts.command
            if is_missing or next_look(notes.looked_at, now) <= now:
                self.look()
            else:
                self._install_if_quiet(notes, choice, work, now)
        finally:
            self._one_at_a_time.release()

    def _install_if_quiet(self, notes: UpdateNotes, choice: UpdateChoice, work: Work, now: Millis) -> None:
        is_wanted = choice is UpdateChoice.INSTALL and self._parts.installs_alone
        is_new = _has_package(notes) and _is_newer(notes) and notes.tried != notes.version
        if is_wanted and is_new and may_install(work, now, self._zone):
            log.info("Version %s is installed now", notes.version)
            self.install()

    def _note_release(self, release: Release | None) -> None:
        """Store what the feed offers. A package of an earlier offer does not count any more."""
        notes, now = self._file.read(), self._clock.now()
        if release is None:
            notes = UpdateNotes(looked_at=now)
        elif release.version == notes.version:
            notes = replace(notes, looked_at=now)
        else:
            changes = release.changes
            notes = UpdateNotes(now, release.version, changes.get("en", ""), changes.get("ar", ""))
        self._file.write(notes)
        self._parts.on_change()

    def _set_fault(self, fault: Sentence | None) -> None:
        self._fault = fault
        self._parts.on_change()


def read_work(db: ReadTx) -> Work:
    """What an installation would interrupt now."""
    live = [shop.id for shop in list_shops(db) if not shop.staging]
    counts = (count_by_status(db, shop) for shop in live)
    calls = (find_newest_call(db, shop) for shop in live)
    return Work(
        sum(one.get(status, 0) for one in counts for status in OPEN),
        max((call.at for call in calls if call is not None), default=None),
    )


def _is_newer(notes: UpdateNotes) -> bool:
    """Whether the version is newer than the running one: it may have been installed since."""
    return numbers_of(notes.version) > numbers_of(VERSION)


def _digest(file: Path) -> str:
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _has_package(notes: UpdateNotes) -> bool:
    return bool(notes.package) and Path(notes.package).is_file()


def make_update_watch(data: Path, clock: Clock, on_change: Callable[[], None]) -> UpdateWatch:
    """The watch of a data folder. It starts nothing."""
    folder = data / FOLDER

    def open_source() -> UpdateSource:
        # The signature checks take longer to import than the program takes to start.
        from bridge.updates.feed import Feed  # noqa: PLC0415

        return Feed(find_feed(None, None), folder, system_ssl_context())

    parts = UpdateParts(
        open_source, install_downloaded, installs_alone(), has_built_feed(), on_change, package_command()
    )
    return UpdateWatch(folder, parts, clock)


def add_update_task(service: Service, watch: UpdateWatch) -> None:
    """Add the watch to the service, for a copy that has a feed."""
    watch.use_clock(service.guard)
    if watch.status().has_feed:
        service.add_task("Looking for newer versions", lambda: _step(service, watch))


async def _step(service: Service, watch: UpdateWatch) -> Millis:
    choice, work = await service.store.read(_read)
    return await watch.step(choice, work)


def _read(db: ReadTx) -> tuple[UpdateChoice, Work]:
    return read_settings(db).updates, read_work(db)
