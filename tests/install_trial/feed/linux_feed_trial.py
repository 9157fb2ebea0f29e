"""A part of `try linux`: from one version to the next by a signed feed, whatever goes wrong."""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.updates.packages import system_name
from installer.linux.deb import pack
from installer.linux.freeze import frozen_folder
from installer.linux.inside import as_version
from installer.places import BUILD
from service.version import VERSION
from tests.install_trial.feed.answer_watch import AnswerWatch
from tests.install_trial.feed.feed_checks import (
    check_found,
    check_newest,
    check_silence,
    check_uploads,
    refuse_false_feeds,
)
from tests.install_trial.feed.feed_server import FeedServer, serve_feed
from tests.install_trial.feed.installed_package import DATA, FOLDER, SERVICE, TRAY, InstalledPackage
from tests.install_trial.feed.linux_kills import try_kills
from tests.install_trial.feed.small_disk import SmallDisk
from tests.install_trial.feed.trial_feed import NEWEST, NEXT, TrialFeed
from tests.install_trial.trial_checks import TrialChecks, wait_until
from tests.install_trial.virtual_screen import VirtualScreen

if TYPE_CHECKING:
    from tests.install_trial.debian_root import DebianRoot

_MEGABYTE: Final = 1_000_000
_BLINK_S: Final = 2.0


def newer_packages() -> dict[str, Path]:
    """The same program under the next two numbers, packed."""
    folder = BUILD / "trial" / "newer"
    return {
        version: pack(as_version(frozen_folder(), version, folder / f"frozen-{version}"), version, folder, "none")
        for version in (NEXT, NEWEST)
    }


@dataclass(frozen=True, slots=True)
class _Bench:
    """The installed program, its feed, and the disks of its files and of what it downloads."""

    program: InstalledPackage
    feed: TrialFeed
    server: FeedServer
    files: SmallDisk
    downloads: SmallDisk


def try_feed(root: DebianRoot, packages: dict[str, Path], steps: TrialChecks, *, thoroughly: bool) -> None:
    """Begins while VERSION is installed and nothing runs; ends with NEWEST. `packages` has
    VERSION too.
    """
    began = time.monotonic()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="counterpart-feed-")))
        feed = TrialFeed(work, system_name())
        server = stack.enter_context(serve_feed(feed.web))
        (root.path / "root" / "root.json").write_bytes(feed.root.read_bytes())
        disks = []
        for folder in (FOLDER, DATA[1:]):
            (root.path / folder).mkdir(parents=True, exist_ok=True)
            disks.append(stack.enter_context(closing(SmallDisk(root.path / folder))))
        screen = stack.enter_context(VirtualScreen())
        program = InstalledPackage(root, screen, server.address, packages, steps)
        stack.callback(program.cut_power)
        bench = _Bench(program, feed, server, *disks)
        for version in (VERSION, NEXT):
            feed.offer(version, packages[version])
        program.prepare()
        _install_next(bench)
        old = feed.copy("old")
        feed.offer(NEWEST, packages[NEWEST])
        if thoroughly:
            refuse_false_feeds(program, feed, server, packages[NEWEST], old)
            _break_downloads(bench)
            try_kills(program, server)
            _fill_disk(bench)
        program.check_upgrade("install", NEWEST)
        program.check_upgrade("rollback", NEXT)
        _upgrade_by_dpkg(bench, packages[NEWEST])
    steps.note(f"the feed was tried in {time.monotonic() - began:.0f} s")


def _install_next(bench: _Bench) -> None:
    program = bench.program
    check_found(program)
    with AnswerWatch(SERVICE.address, program.key) as service, AnswerWatch(TRAY.address) as tray:
        program.check_upgrade("install", NEXT)
    for name, watch in (("service", service), ("tray program", tray)):
        is_so = watch.versions == [VERSION, NEXT]
        program.steps.check(
            f"every call to the {name} was answered by the one or the other", is_so, str(watch.versions)
        )
        check_silence(name, watch, program.limit_s(), program.steps)
    check_uploads(service, program.skus(), program.steps)
    check_newest(program)


def _upgrade_by_dpkg(bench: _Bench, newest: Path) -> None:
    """NEXT runs, and goes on until dpkg has unpacked NEWEST."""
    program = bench.program
    shutil.copy(newest, program.root.path / "root" / newest.name)
    with AnswerWatch(SERVICE.address, program.key) as service, AnswerWatch(TRAY.address) as tray:
        program.root.run("dpkg", "--install", f"/root/{newest.name}")
        program.check_settled(NEWEST, "dpkg alone upgrades both")
    for name, watch in (("service, by dpkg alone,", service), ("tray program, by dpkg alone,", tray)):
        is_so = watch.versions == [NEXT, NEWEST]
        program.steps.check(f"every call to the {name} was answered by one version", is_so, str(watch.versions))
        check_silence(name, watch, program.limit_s(), program.steps)
    check_uploads(service, program.skus(), program.steps)


def _break_downloads(bench: _Bench) -> None:
    """What was received is used by the next download."""
    program, ranges = bench.program, bench.server.ranges
    bench.server.cuts = 1
    program.check_refused("install", "was cut off", NEXT, "a download that is cut off")
    with bench.downloads.is_full(left=20 * _MEGABYTE):
        program.check_refused("install", "Make room", NEXT, "a download that the disk has no room for")
    program.steps.check("it went on where it was cut off", len(ranges) == 1, str(ranges))


def _fill_disk(bench: _Bench) -> None:
    """The room is counted before anything is ended; other programs may use it up afterwards."""
    program, files = bench.program, bench.files
    with files.is_full(left=40 * _MEGABYTE), AnswerWatch(SERVICE.address) as watch:
        program.check_refused("install", "make room", NEXT, "an upgrade that the disk has no room for")
    program.steps.check("nothing was ended for it", watch.silent_s < _BLINK_S, f"{watch.silent_s:.1f} s")
    unpacked = program.root.path / FOLDER / NEWEST
    with program.start_update() as update:
        wait_until("dpkg unpacks", lambda: unpacked.is_dir() or update.poll() is not None)
        with files.is_full(left=30 * _MEGABYTE):
            said, _ = update.communicate()
    is_so = update.returncode == 1 and said.strip().endswith(f"Version {NEXT} is in use again.")
    program.steps.check("a disk that is full while dpkg unpacks ends with a sentence", is_so, said)
    program.check_settled(NEXT, "after that the version before runs")
