"""Lets a newly installed version take over, or leaves everything as it was.

In this order: its files are compared with its list; it answers a call on data of its own; the
running programs end; `current` names it; the ended programs start again and have to answer. A
failure before the last step restores the version before. A kill in between leaves `current` naming
one whole version or the other, and a guard, which is a process of its own, completes or undoes it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec
from filelock import FileLock, Timeout

from bridge.system.installation import Installation, numbers_of
from bridge.updates.contents import find_faults, flush_files
from service.domain.errors import CounterpartError

LOCK: Final = "take-over.lock"
"""Next to `current`. The system releases it when the process ends in any way."""
log = logging.getLogger(__name__)

_KILL_S = 60.0
"""The guard waits so long until the system has released the lock of the killed process."""


class AnotherTakesOver(CounterpartError):
    """Another process upgrades the same installation."""

    def __init__(self) -> None:
        super().__init__("Another upgrade is at work. Nothing was changed. Wait for its end, then try again.")


@contextmanager
def hold_take_over(root: Path, wait_s: float = 0.0) -> Iterator[None]:
    """No other process changes `root` meanwhile. Raises AnotherTakesOver, OSError."""
    lock = FileLock(root / LOCK)
    try:
        lock.acquire(timeout=wait_s)
    except Timeout:
        raise AnotherTakesOver from None
    try:
        yield
    finally:
        lock.release()


class Downgrade(CounterpartError):
    """The version is older than the running one."""


class NotWhole(CounterpartError):
    """The new version is damaged; the one before was not changed."""


class RolledBack(CounterpartError):
    """The new version did not work; the one before runs again."""


@dataclass(frozen=True, slots=True)
class RunningProgram:
    """One running program: its file's name, its arguments, its port, its data folder."""

    name: str
    arguments: tuple[str, ...]
    port: int | None
    data: Path


class TakeOver(msgspec.Struct, frozen=True):
    """What a take-over began with: the version taking over, those of `current`, and what ran."""

    name: str
    current: str | None
    previous: str | None
    ran: tuple[RunningProgram, ...]


class Programs(Protocol):
    """The programs of an installation as the system runs them."""

    def running(self) -> Sequence[RunningProgram]: ...

    def try_out(self, folder: Path, version: str) -> str:
        """Start it on empty data and call it; empty when it answered, else what went wrong."""
        ...

    def stop(self) -> int:
        """End all but those that upgrade; return how many could not be ended."""
        ...

    def start(self, program: RunningProgram) -> None:
        """Start a program as it ran, without showing a window. Raises OSError."""
        ...

    def await_answer(self, program: RunningProgram, version: str) -> bool:
        """Whether it answers where the program did, before it ends or the time is over."""
        ...

    def start_guard(self) -> None:
        """Start what calls `complete` if this process ends before `end_guard`. Raises OSError."""
        ...

    def end_guard(self) -> None:
        """The guard is no longer needed."""
        ...

    def install_launchers(self, folder: Path) -> None:
        """Put the launchers of that version next to `current`; one in use stays. Raises OSError."""
        ...

    def remove(self, folders: Sequence[Path]) -> None:
        """Remove versions by their lists."""
        ...

    def show_version(self, version: str) -> None:
        """Name it among the system's installed programs."""
        ...


class DataCopies(Protocol):
    """Copies of the data that a newer version may change."""

    def keep(self, folder: Path, schema: int) -> None:
        """Copy that data folder's files if that schema is newer. Raises Unavailable, OSError."""
        ...

    def put_back(self, folder: Path) -> None:
        """Bring back what `keep` copied."""
        ...

    def drop(self, folder: Path) -> None:
        """The copy is no longer needed."""
        ...


class Activation:
    """One take-over. Every failure is a CounterpartError that says which version runs."""

    def __init__(self, installation: Installation, programs: Programs, copies: DataCopies) -> None:
        self._installation = installation
        self._programs = programs
        self._copies = copies

    def upgrade_to(self, name: str) -> None:
        """Raises Downgrade, NotWhole, RolledBack and AnotherTakesOver."""
        with hold_take_over(self._installation.root):
            self._forget_power_cut()
            self._upgrade_to(name)

    def roll_back(self) -> str:
        """Return to the version before; give its name. Raises CounterpartError where none fits."""
        with hold_take_over(self._installation.root):
            self._forget_power_cut()
            return self._roll_back()

    def complete(self) -> None:
        """End a take-over whose process was killed; without one do nothing. A version that
        `current` names already goes on if it answers. Otherwise the one before runs again.
        """
        if self._installation.read_note() is not None:
            with hold_take_over(self._installation.root, _KILL_S):
                self._complete()

    def _upgrade_to(self, name: str) -> None:
        current = self._installation.current()
        if current and numbers_of(name) < numbers_of(current):
            raise Downgrade(
                f"Version {current} is installed, which is newer than {name}. Nothing was changed. "
                "To go back to the version before, run `counterpart update rollback`."
            )
        self._take_over(name, current)

    def _roll_back(self) -> str:
        current, previous = self._installation.current(), self._installation.previous()
        if not current or not previous:
            raise CounterpartError("There is no version before this one to go back to.")
        if self._installation.about(previous).schema < self._installation.about(current).schema:
            raise CounterpartError(
                f"Version {previous} cannot read the data that {current} has upgraded. Install {previous} again "
                "and restore a backup from before the upgrade."
            )
        self._take_over(previous, current)
        return previous

    def _complete(self) -> None:
        noted = self._installation.read_note()
        if noted is None:
            return
        take_over = msgspec.json.decode(noted, type=TakeOver, dec_hook=_decode_path)
        is_swapped = self._installation.current() == take_over.name
        try:
            if is_swapped and self._comes_up(take_over):
                self._settle(take_over)
            else:
                # Before the swap no version has changed the data, and a copy may be incomplete.
                self._return_to(take_over, take_over.ran if is_swapped else ())
        finally:
            self._installation.remove_note()

    def _forget_power_cut(self) -> None:
        """A note that is here before this take-over has begun has no guard. The set-up would wait
        for its removal, and data that its copies would replace has changed since.
        """
        self._installation.remove_note()

    def _take_over(self, name: str, current: str | None) -> None:
        self._remove_interrupted(name, current)
        self._prove(name, self._installation.folder(name))
        take_over = TakeOver(name, current, self._installation.previous(), tuple(self._programs.running()))
        self._begin(take_over)
        if self._programs.stop():
            self._restart(take_over.ran)
            self._end()
            raise RolledBack("Counterpart is still running and could not be ended. Quit it, then try again.")
        copied: list[RunningProgram] = []
        try:
            self._switch(take_over, copied)
        except BaseException as error:
            self._return_to(take_over, copied)
            self._end()
            if isinstance(error, OSError):
                raise _not_installed(take_over, error) from error
            raise
        self._end()
        self._settle(take_over)

    def _begin(self, take_over: TakeOver) -> None:
        """From here on a kill is noticed by the guard. It is there before the note, so that no note
        waits for a guard that never started.
        """
        try:
            flush_files(self._installation.folder(take_over.name))
            self._programs.start_guard()
            self._installation.write_note(msgspec.json.encode(take_over, enc_hook=str))
        except OSError as error:
            self._end()
            raise _not_installed(take_over, error) from error

    def _end(self) -> None:
        self._installation.remove_note()
        self._programs.end_guard()

    def _remove_interrupted(self, name: str, current: str | None) -> None:
        """Each power cut during an upgrade leaves the folder of a version that was never in use."""
        left = self._installation.others(name, current, self._installation.previous())
        if left:
            self._programs.remove(left)

    def _prove(self, name: str, folder: Path) -> None:
        """Check a version. Raises NotWhole if it is damaged or does not answer."""
        faults = find_faults(folder)
        if faults:
            raise NotWhole(
                f"{len(faults)} files of {name} are missing or damaged, the first is {faults[0]}. "
                "Nothing was changed. Get the set-up file again."
            )
        fault = self._programs.try_out(folder, self._installation.about(name).version)
        if fault:
            raise NotWhole(f"{name} does not work on this computer: {fault}. Nothing was changed.")

    def _switch(self, take_over: TakeOver, copied: list[RunningProgram]) -> None:
        """Adds to `copied` the programs whose data may have to be put back."""
        about = self._installation.about(take_over.name)
        for program in take_over.ran:
            self._copies.keep(program.data, about.schema)
            copied.append(program)
        self._programs.install_launchers(self._installation.folder(take_over.name))
        self._installation.point(take_over.name, take_over.current)
        self._start(take_over)
        if not self._all_answer(take_over, about.version):
            raise RolledBack(f"{take_over.name} did not answer after it was started. {_stays(take_over.current)}")

    def _start(self, take_over: TakeOver) -> None:
        for program in take_over.ran:
            self._programs.start(program)

    def _all_answer(self, take_over: TakeOver, version: str) -> bool:
        return all(self._programs.await_answer(program, version) for program in take_over.ran)

    def _comes_up(self, take_over: TakeOver) -> bool:
        """Whether what ran answers as the version that took over, once it is started again."""
        try:
            if self._programs.stop():
                return False
            self._start(take_over)
            return self._all_answer(take_over, self._installation.about(take_over.name).version)
        except (OSError, msgspec.DecodeError) as error:
            log.warning("%s could not be started: %s", take_over.name, error)
            return False

    def _return_to(self, take_over: TakeOver, copied: Sequence[RunningProgram]) -> None:
        """Undo an incomplete take-over. What ran is started again whatever fails before."""
        try:
            self._programs.stop()
            self._point_back(take_over.current, take_over.previous)
            for program in copied:
                self._copies.put_back(program.data)
        finally:
            self._restart(take_over.ran)

    def _point_back(self, current: str | None, previous: str | None) -> None:
        """A right `current` is not written: another program may have it open, hence the failure."""
        if current is None:
            self._installation.unpoint()
        elif self._installation.current() != current:
            self._installation.point(current, previous)

    def _restart(self, ran: Sequence[RunningProgram]) -> None:
        for program in ran:
            try:
                self._programs.start(program)
            except OSError as error:
                log.warning("%s could not be started again: %s", program.name, error)

    def _settle(self, take_over: TakeOver) -> None:
        """Remove old versions, except the one before, after the new version has answered."""
        for program in take_over.ran:
            self._copies.drop(program.data)
        self._programs.show_version(self._installation.about(take_over.name).version)
        self._programs.remove(self._installation.others(take_over.name, take_over.current))


def _decode_path(kind: type, value: str) -> Path:
    if kind is not Path:
        raise NotImplementedError(kind)
    return Path(value)


def _not_installed(take_over: TakeOver, error: OSError) -> RolledBack:
    return RolledBack(f"{take_over.name} could not be installed: {error}. {_stays(take_over.current)}")


def _stays(current: str | None) -> str:
    return f"Version {current} stays and runs as before." if current else "Nothing is installed."
