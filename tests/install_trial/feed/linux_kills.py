"""Kills an upgrade of the Debian package at each step: the update alone, all that it has started,
or every process of the computer, as a power cut does.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import psutil

from tests.install_trial.feed.installed_package import FOLDER, InstalledPackage
from tests.install_trial.feed.trial_feed import NEWEST, NEXT
from tests.install_trial.trial_checks import wait_until

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from tests.install_trial.feed.feed_server import FeedServer


def try_kills(program: InstalledPackage, server: FeedServer) -> None:
    """Begins and ends with NEXT running, while NEWEST is offered. Each upgrade is the next try of
    the one that was killed before.
    """
    kills, ranges = _Kills(program), server.ranges
    before = len(ranges)
    with server.hold_half() as is_held:
        kills.kill_update("while it downloads", is_held.is_set)
    kills.kill_all("while it is tried out", kills.is_tried)
    program.steps.check("the download went on where it was killed", len(ranges) == before + 2, str(ranges))
    kills.kill_update("after the programs have ended", program.is_silent)
    kills.kill_all("after the programs have ended", program.is_silent)
    kills.kill_update("while dpkg unpacks", kills.is_unpacking, *("apt-get", "dpkg", "dpkg-deb"))
    kills.kill_all("while dpkg unpacks", kills.is_unpacking)
    kills.kill_update("after dpkg has moved the link", kills.is_moved)
    kills.kill_all("after dpkg has moved the link", kills.is_moved)


class _Kills:
    """The kinds of kills, and the moments that a test waits for."""

    def __init__(self, program: InstalledPackage) -> None:
        self._program = program

    def is_tried(self) -> bool:
        return any(self._program.root.path.glob("var/lib/counterpart/try/usr/lib/counterpart/*/counterpart"))

    def is_unpacking(self) -> bool:
        return (self._program.root.path / FOLDER / NEWEST).is_dir()

    def is_moved(self) -> bool:
        return self._program.linked() == NEWEST

    def kill_update(self, moment: str, is_so: Callable[[], bool], *others: str) -> None:
        """Kill the update, and what it has started under those names. Both programs have to come
        back by themselves.
        """
        named = " with all that it has started" if others else ""
        with self._at(moment, is_so) as update:
            process = psutil.Process(update.pid)
            started = [one for one in process.children(recursive=True) if one.name() in others]
            for one in (process, *started):
                with suppress(psutil.NoSuchProcess):
                    one.kill()
            began = time.monotonic()
            update.communicate()
        program = self._program
        program.await_answers()
        seconds, limit_s = time.monotonic() - began, program.limit_s()
        program.steps.check(f"both answer {seconds:.1f} s of {limit_s:.1f} s after the kill", seconds < limit_s)
        self._check_back(f"the update{named} is killed {moment}: by itself")

    def kill_all(self, moment: str, is_so: Callable[[], bool]) -> None:
        """Kill every process, then start both programs as after power-on."""
        with self._at(moment, is_so) as update:
            self._program.cut_power()
            update.communicate()
        self._program.start()
        self._check_back(f"power is cut {moment}: at the next start")

    def _at(self, moment: str, is_so: Callable[[], bool]) -> subprocess.Popen[str]:
        update = self._program.start_update()
        wait_until(f"the upgrade is {moment}", lambda: is_so() or update.poll() is not None)
        self._program.steps.check(f"the upgrade is stopped {moment}", update.poll() is None, "it has ended")
        return update

    def _check_back(self, sentence: str) -> None:
        """One whole version answers. Where it is the newer one, the same command run again
        completes what dpkg had begun, and the way back works.
        """
        program = self._program
        program.await_answers()
        version = program.linked()
        program.check_whole(version, sentence)
        if version == NEXT:
            return
        program.check_upgrade("install", NEWEST)
        program.check_upgrade("rollback", NEXT)
