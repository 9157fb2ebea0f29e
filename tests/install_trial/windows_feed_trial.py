"""A part of `try windows`: from one version to the next by a signed feed, whatever goes wrong."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psutil

from bridge.system.installation import ABOUT, NOTE, About, Installation, write_about
from bridge.updates.contents import LIST, find_faults, write_list
from installer.runtimes.openssl import TAG
from installer.surroundings import BUILD, run
from installer.toolchain.errors import SetupError
from installer.windows.launchers import COMPILER
from installer.windows.setup import TREE, set_up_file
from service.store.engine.migrations import SCHEMA_VERSION
from service.version import VERSION
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import TrialChecks, wait_until
from tests.install_trial.trial_feed import (
    NEWEST,
    NEXT,
    FeedServer,
    TrialFeed,
    check_found,
    check_newest,
    refuse_false_feeds,
    serve_feed,
)

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from installer.windows.wine_prefix import WinePrefix
    from tests.install_trial.private_computer import SmallDisk

HELD: Final = "held"
_SOURCE: Final = f"""\
#include <windows.h>
#include <stdio.h>
int wmain(int count, wchar_t **words)
{{
    for (int i = 1; i < count; i++)
        if (CreateFileW(words[i], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL) == INVALID_HANDLE_VALUE)
            return 1;
    puts("{HELD}");
    fflush(stdout);
    Sleep(INFINITE);
}}
"""
CALLER: Final = ApiCaller("http://127.0.0.1:8710")
_MEGABYTE: Final = 1_000_000


_CACHE_TAG: Final = TAG.replace("cp", "cpython-")


def compiled_form(module: Path) -> Path:
    """The file of the compiled form of a module."""
    native = Path(cache_from_source(str(module)))
    return native.with_name(f"{module.stem}.{_CACHE_TAG}.pyc")


def replace_module(module: Path, text: str) -> None:
    """Put another text in the place of a module, which Python then compiles itself; the file may
    have other names, which keep the old one.
    """
    for file in (module, compiled_form(module)):
        file.unlink(missing_ok=True)
    module.write_text(text, encoding="utf-8")


def as_version(tree: Path, version: str, out: Path) -> Path:
    """The same program with another number, for trials of upgrades; returns the folder."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(tree, out, copy_function=os.link)
    module = out / "program" / "service" / "version.py"
    text = module.read_text(encoding="utf-8").replace(f'"{VERSION}"', f'"{version}"')
    replace_module(module, text)
    (out / ABOUT).unlink()
    write_about(out, About(version, SCHEMA_VERSION))
    (out / LIST).unlink()
    write_list(out)
    return out


@contextmanager
def hold_files(wine: WinePrefix, *files: Path) -> Iterator[None]:
    """Hold files of drive C open. SetupError if one cannot be opened."""
    work = BUILD / "trial" / "holder"
    work.mkdir(parents=True, exist_ok=True)
    (work / "holder.c").write_text(_SOURCE, encoding="ascii")
    program = wine.prefix / "drive_c" / "holder.exe"
    if not program.exists():
        run([COMPILER, "-municode", "-s", "-o", program, work / "holder.c"])
    with wine.start(program, *map(wine.path, files)) as holder:
        try:
            if holder.stdout is None or holder.stdout.readline().strip() != HELD:
                raise SetupError(f"{', '.join(map(str, files))} could not be opened in Wine.")
            yield
        finally:
            holder.kill()


@dataclass(frozen=True, slots=True)
class InstalledProgram:
    """`folder` is where it is installed, `feed` and `root` name what it asks for newer versions."""

    wine: WinePrefix
    folder: Path
    feed: str
    root: Path
    steps: TrialChecks

    @property
    def installation(self) -> Installation:
        """Its versions, and which is the current one."""
        return Installation(self.folder)

    def update(self, verb: str) -> tuple[int, str]:
        """Exit code and words of `counterpart update VERB`."""
        return self.wine.run(*self._line(verb))

    def start_update(self) -> subprocess.Popen[str]:
        """Start `counterpart update install`."""
        return self.wine.start(*self._line("install"))

    def kill(self, *words: str) -> int:
        """Kill the processes of this Wine whose command line has all these words, and no other;
        how many there were.
        """
        found = self._processes(words)
        for process in found:
            process.kill()
        return len(found)

    def count(self, *words: str) -> int:
        """How many processes of this Wine have all these words in their command line."""
        return len(self._processes(words))

    def start(self) -> None:
        """Start it in the tray, as at a login, and wait for its first answer."""
        self.wine.start(self.folder / "counterpartw.exe", "--hidden")
        wait_until("the tray program answers", CALLER.is_up)

    def check_upgrade(self, version: str) -> None:
        """Let it install the newest version, which has to be that one."""
        code, said = self.update("install")
        self.steps.check(f"`update install` installs {version}", code == 0 and version in said, f"{code} {said}")
        self.check_whole(version, "it runs")

    def check_refused(self, verb: str, sentence: str, version: str, what: str) -> None:
        """`update VERB` fails with that sentence alone, and that version goes on."""
        code, said = self.update(verb)
        is_one_line = len(said.strip().splitlines()) == 1
        self.steps.check(f"{what} is refused with a sentence", code == 1 and is_one_line and sentence in said,
                         f"{code} {said}")  # fmt: skip
        self.steps.note(said.strip())
        self.check_whole(version, f"after {what} the version before runs")

    def check_whole(self, version: str, sentence: str) -> None:
        """That version answers, `current` names it, and each of its files is as its list says."""
        wait_until("the program answers", CALLER.is_up)
        name, answered = self.installation.current() or "", CALLER.get("/health").get("version")
        faults = find_faults(self.installation.folder(name))
        is_current = name.partition("~")[0] == version == answered
        self.steps.check(f"{sentence}: {version}, with every file as listed", is_current and not faults,
                         f"{name} {answered} {faults[:5]}")  # fmt: skip

    def _processes(self, words: tuple[str, ...]) -> list[psutil.Process]:
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                line, prefix = " ".join(process.cmdline()), process.environ().get("WINEPREFIX")
                if prefix == str(self.wine.prefix) and all(word in line for word in words):
                    found.append(process)
        return found

    def _line(self, verb: str) -> tuple[str | Path, ...]:
        own = self.folder / "counterpart.exe"
        return own, "update", verb, "--feed", self.feed, "--root", self.wine.path(self.root)


def newer_set_ups() -> dict[str, Path]:
    """The same program under the next two numbers, packed."""
    folder = BUILD / "trial" / "newer"
    return {
        version: set_up_file(as_version(TREE, version, folder / f"tree-{version}"), version, folder, quick=True)
        for version in (NEXT, NEWEST)
    }


@dataclass(frozen=True, slots=True)
class _Bench:
    """The installed program, its feed, and the disk that it is on, where there is a small one."""

    program: InstalledProgram
    feed: TrialFeed
    server: FeedServer
    disk: SmallDisk | None

    def folder(self, version: str) -> Path:
        return self.program.folder / "versions" / version


def try_feed(
    wine: WinePrefix, folder: Path, set_ups: dict[str, Path], disk: SmallDisk | None, steps: TrialChecks
) -> None:
    """Begins while VERSION runs in the tray; leaves NEWEST running, and NEXT as the one before."""
    began = time.monotonic()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="counterpart-feed-")))
        feed = TrialFeed(work, "windows")
        server = stack.enter_context(serve_feed(feed.web))
        root = wine.prefix / "drive_c" / "root.json"
        root.write_bytes(feed.root.read_bytes())
        bench = _Bench(InstalledProgram(wine, folder, server.address, root, steps), feed, server, disk)
        feed.offer(NEXT, set_ups[NEXT])
        _install_next(bench)
        old = feed.copy("old")
        feed.offer(NEWEST, set_ups[NEWEST])
        refuse_false_feeds(bench.program, feed, server, set_ups[NEWEST], old)
        _break_downloads(bench)
        _cut_power_while_copying(bench)
        _cut_power_before_the_swap(bench)
        _hold_current(bench)
        _fill_disk(bench)
        _kill_set_up_while_copying(bench)
        _kill_take_over_while_tried_out(bench)
        _kill_take_over_before_the_swap(bench)
        _upgrade_with_held_files(bench)
        _return(bench)
        _cut_power_after_the_swap(bench)
        _return(bench)
        _kill_take_over_after_the_swap(bench)
        _return(bench)
        _kill_set_up_after_the_swap(bench)
    steps.note(f"the feed was tried in {time.monotonic() - began:.0f} s")


def _install_next(bench: _Bench) -> None:
    program = bench.program
    check_found(program)
    program.check_upgrade(NEXT)
    check_newest(program)


def _break_downloads(bench: _Bench) -> None:
    """What was received is used by the next download; the last one is that of the first power
    cut.
    """
    program, server = bench.program, bench.server
    server.cuts = 1
    program.check_refused("install", "was cut off", NEXT, "a download that is cut off")
    if bench.disk is not None:
        with bench.disk.is_full(left=5 * _MEGABYTE):
            program.check_refused("install", "Make room", NEXT, "a download that the disk has no room for")
    ranges = len(server.ranges)
    with server.hold_half() as is_held, program.start_update() as update:
        wait_until("the download has begun", lambda: is_held.is_set() or update.poll() is not None)
        program.steps.check("the update is killed while it downloads", program.kill("update install") > 0)
        update.wait()
    program.steps.check("it had gone on where it was cut off", len(server.ranges) == ranges + 1, str(server.ranges))
    program.check_whole(NEXT, "after the kill the version before runs")


def _cut_power_while_copying(bench: _Bench) -> None:
    stage, ranges = bench.folder("new"), len(bench.server.ranges)
    _cut_power(bench, "while files are copied", (stage / "library").is_dir)
    went_on = len(bench.server.ranges) == ranges + 1
    bench.program.steps.check("the download went on where it was killed", went_on, str(bench.server.ranges))
    left = next(path for path in sorted(stage.rglob("*")) if path.is_file())
    bench.program.start()
    bench.program.check_whole(NEXT, "after a power cut while files are copied the version before starts")
    with hold_files(bench.program.wine, left):
        bench.program.check_refused("install", "was not installed", NEXT, "an upgrade that has to write a file in use")


def _cut_power_before_the_swap(bench: _Bench) -> None:
    _cut_power(bench, "before the swap", bench.folder(NEWEST).is_dir)
    bench.program.start()
    bench.program.check_whole(NEXT, "after a power cut before the swap the version before starts")


def _hold_current(bench: _Bench) -> None:
    with hold_files(bench.program.wine, bench.program.folder / "current"):
        bench.program.check_refused("install", "was not installed", NEXT, "an upgrade that cannot write `current`")


def _fill_disk(bench: _Bench) -> None:
    if bench.disk is None:
        bench.program.steps.note("left out: the full disk, which only root can try")
        return
    with bench.disk.is_full(left=40 * _MEGABYTE):
        bench.program.check_refused("install", "was not installed", NEXT, "an upgrade that the disk has no room for")


def _upgrade_with_held_files(bench: _Bench) -> None:
    program, part = bench.program, "program/bridge/__main__.py"
    with hold_files(program.wine, bench.folder(VERSION) / part, bench.folder(NEXT) / part):
        program.check_upgrade(NEWEST)
    is_previous = program.installation.previous() == NEXT
    program.steps.check("files in use of the versions before do not matter to it", is_previous)


def _return(bench: _Bench) -> None:
    code, said = bench.program.wine.run(bench.program.folder / "counterpart.exe", "update", "rollback")
    bench.program.steps.check("`update rollback` ends with 0", code == 0, f"{code} {said}")
    bench.program.check_whole(NEXT, "the version before runs again")


def _cut_power_after_the_swap(bench: _Bench) -> None:
    installation = bench.program.installation
    _cut_power(bench, "after the swap", lambda: (installation.current() or "").startswith(NEWEST))
    bench.program.start()
    bench.program.check_whole(NEWEST, "after a power cut after the swap the newer version starts")


def _cut_power(bench: _Bench, moment: str, is_so: Callable[[], bool]) -> None:
    """End every program at once at that moment of an upgrade."""
    with bench.program.start_update() as upgrade:
        wait_until(f"the upgrade is {moment}", lambda: is_so() or upgrade.poll() is not None)
        bench.program.steps.check(f"power is cut {moment}", upgrade.poll() is None, "the upgrade has ended")
        bench.program.wine.cut_power()


def _kill_set_up_while_copying(bench: _Bench) -> None:
    """The program that runs is not touched before the files are there."""
    stage = bench.folder("new")
    said = _kill_set_up(bench, "while files are copied", (stage / "library").is_dir)
    is_so = "was not installed" in said and len(said.strip().splitlines()) == 1
    bench.program.steps.check("which ends the update with a sentence", is_so, said)
    bench.program.check_whole(NEXT, "after a kill of the set-up while files are copied the version before runs")


def _kill_set_up_after_the_swap(bench: _Bench) -> None:
    """What it has started goes on without it."""
    installation = bench.program.installation
    _kill_set_up(bench, "after the swap", lambda: (installation.current() or "").startswith(NEWEST))
    bench.program.check_whole(NEWEST, "after a kill of the set-up after the swap the newer version runs")


def _kill_take_over_while_tried_out(bench: _Bench) -> None:
    def is_tried_out() -> bool:
        return bench.program.count("serve", "counterpart-try-") > 0

    code, said = _kill_take_over(bench, "while the new version is tried out", is_tried_out)
    bench.program.steps.check("which ends the update with a sentence", code == 1 and "was not installed" in said, said)
    bench.program.check_whole(NEXT, "the version before goes on")
    bench.program.steps.check("and what was tried out has ended", not is_tried_out())
    left = [path.name for path in bench.folder(NEWEST).parent.iterdir() if path.name.startswith((NEWEST, "new"))]
    bench.program.steps.check("nothing is left of the newer version", not left, ", ".join(left))


def _kill_take_over_before_the_swap(bench: _Bench) -> None:
    """Its guard starts again what was ended."""
    note = bench.program.folder / NOTE
    code, said = _kill_take_over(bench, "while the running programs end", note.exists)
    bench.program.steps.check("which ends the update with a sentence", code == 1 and "was not installed" in said, said)
    bench.program.check_whole(NEXT, "the version before runs again by itself")
    bench.program.steps.check("and nothing is left of the take-over", not note.exists())


def _kill_take_over_after_the_swap(bench: _Bench) -> None:
    """Its guard starts the new version, and the set-up ends as if nothing had happened."""
    installation = bench.program.installation
    code, said = _kill_take_over(bench, "after the swap", lambda: (installation.current() or "").startswith(NEWEST))
    bench.program.steps.check("the update ends with 0 nevertheless", code == 0, f"{code} {said}")
    bench.program.check_whole(NEWEST, "the newer version runs by itself")


def _kill_take_over(bench: _Bench, moment: str, is_so: Callable[[], bool]) -> tuple[int, str]:
    """Kill the process that lets the new version take over, not the set-up."""
    return _kill(bench, "the take-over", ("update activate",), moment, is_so)


def _kill_set_up(bench: _Bench, moment: str, is_so: Callable[[], bool]) -> str:
    """Kill the set-up alone; what the update says of it."""
    return _kill(bench, "the set-up", ("-setup.exe", "/S"), moment, is_so)[1]


def _kill(bench: _Bench, what: str, words: tuple[str, ...], moment: str, is_so: Callable[[], bool]) -> tuple[int, str]:
    """Kill the processes with these words at that moment of an upgrade; how the update ends."""
    program = bench.program
    update = program.start_update()
    wait_until(f"the upgrade is {moment}", lambda: is_so() or update.poll() is not None)
    is_killed = update.poll() is None and program.kill(*words) > 0
    program.steps.check(f"{what} is killed {moment}", is_killed, "it has ended")
    return program.wine.finish(update)
