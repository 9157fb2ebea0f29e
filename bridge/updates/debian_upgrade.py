"""Installs a .deb in place of the running version, and goes back by itself if it does not answer.

In this order: the package is unpacked elsewhere and has to answer there on data of its own; the
running programs end; their data is copied if the newer version will change it; dpkg installs; the
programs start again and have to answer. A failure brings back package and data of the version
before. A kill in between leaves one whole version installed, as dpkg replaces one link; what ran
starts again, and the same command can be run again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bridge.updates.activation import DataCopies, NotWhole, RolledBack, RunningProgram


@dataclass(frozen=True, slots=True)
class Package:
    """A checked .deb. `schema` is the newest database that its program reads."""

    file: Path
    version: str
    schema: int


class DebianSystem(Protocol):
    """dpkg and the programs of all users, as root sees them."""

    def begin(self) -> str:
        """Keep other updates away until `release`; empty, else why that failed."""
        ...

    def try_out(self, package: Package) -> str:
        """Unpack it elsewhere, start it on empty data and call it; empty when it answered, else
        what went wrong.
        """
        ...

    def running(self) -> Sequence[RunningProgram]: ...

    def stop(self) -> int:
        """End the programs; return how many could not be ended. They start again where this process
        is killed.
        """
        ...

    def install(self, package: Package) -> str:
        """Give the package to dpkg, which starts what ran; empty when it was installed, else what
        went wrong.
        """
        ...

    def start_again(self) -> None:
        """Start what `stop` ended and nothing has started since: as the same users, as it ran, and
        hidden. Raises OSError.
        """
        ...

    def release(self) -> None:
        """The update is over."""
        ...

    def await_answer(self, program: RunningProgram, version: str) -> bool:
        """Whether that version answers where the program did, before it ends or the time is
        over.
        """
        ...


class DebianUpgrade:
    """One upgrade. Every failure is a CounterpartError that says which version runs."""

    def __init__(self, system: DebianSystem, copies: DataCopies) -> None:
        self._system = system
        self._copies = copies

    def upgrade(self, newer: Package, before: Package | None) -> None:
        """Install `newer`. `before` is the way back: the package of the installed version. Raises
        NotWhole if nothing was changed, and RolledBack.
        """
        try:
            fault = self._system.begin()
            if fault:
                raise NotWhole(f"{newer.version} was not installed: {fault}. Nothing was changed.")
            self._upgrade(newer, before)
        finally:
            self._system.release()

    def _upgrade(self, newer: Package, before: Package | None) -> None:
        fault = self._system.try_out(newer)
        if fault:
            raise NotWhole(f"{newer.version} does not work on this computer: {fault}. Nothing was changed.")
        ran = self._system.running()
        if self._system.stop():
            self._system.start_again()
            raise RolledBack("Counterpart is still running and could not be ended. Quit it, then try again.")
        try:
            fault = self._replace(newer, ran)
        except OSError as error:
            fault = str(error)
        except BaseException:
            self._return_to(before, ran)
            raise
        if fault:
            raise RolledBack(f"{newer.version} was not installed: {fault}. {self._return_to(before, ran)}")
        for program in ran:
            self._copies.drop(program.data)

    def _replace(self, newer: Package, ran: Sequence[RunningProgram]) -> str:
        """Install and start again; empty when all answered, else the fault. Raises OSError."""
        for program in ran:
            self._copies.keep(program.data, newer.schema)
        fault = self._system.install(newer)
        if fault:
            return fault
        self._system.start_again()
        silent = [program for program in ran if not self._system.await_answer(program, newer.version)]
        return "it did not answer after it was started" if silent else ""

    def _return_to(self, before: Package | None, ran: Sequence[RunningProgram]) -> str:
        """Bring back the data and the version before; return a sentence about what runs."""
        self._system.stop()
        for program in ran if before else ():
            # Now, as dpkg starts the programs.
            self._copies.put_back(program.data)
        fault = "the feed has no package of it" if before is None else self._system.install(before)
        if before is None or fault:
            # The shop goes on with the version that is there, such as while apt is locked.
            self._system.start_again()
            return f"The version before could not be installed again: {fault}."
        self._system.start_again()
        if all(self._system.await_answer(program, before.version) for program in ran):
            return f"Version {before.version} is in use again."
        return f"Version {before.version} is installed again, but did not answer. Restart this computer."
