"""A version takes over completely or not at all, whatever fails and wherever it is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bridge.system.installation import About, Installation, write_about
from bridge.updates.activation import (
    Activation,
    AnotherTakesOver,
    Downgrade,
    NotWhole,
    RolledBack,
    RunningProgram,
    hold_take_over,
)
from bridge.updates.contents import write_list
from service.domain.errors import CounterpartError

TRAY = RunningProgram("counterpartw.exe", ("--hidden",), 8710, Path("data"))
SECOND = RunningProgram("counterpart.exe", ("serve",), 8711, Path("second"))


class Killed(BaseException):
    """The process ends here."""


@dataclass
class FakePrograms:
    """Programs that run the version that `current` names when they are started."""

    installation: Installation
    works: dict[str, bool] = field(default_factory=dict)
    on: list[tuple[RunningProgram, str | None]] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    killed_at: str = ""
    held: int = 0
    launchers_fail: bool = False
    dead: bool = False
    guarded: bool = False
    hangs: bool = False
    shown: list[str] = field(default_factory=list)

    def _step(self, name: str) -> None:
        """A process that was killed does nothing any more, so nothing of it cleans up either."""
        self.dead = self.dead or self.killed_at == name
        if self.dead:
            raise Killed

    def running(self) -> list[RunningProgram]:
        self._step("running")
        return [program for program, _ in self.on]

    def try_out(self, folder: Path, version: str) -> str:
        self._step("try_out")
        assert folder.name.startswith(version)
        return "" if self.works.get(f"try {folder.name}", True) else "it ended with 1"

    def stop(self) -> int:
        self._step("stop")
        if self.hangs:
            raise TimeoutError
        if not self.held:
            self.on.clear()
        return self.held

    def start(self, program: RunningProgram) -> None:
        self._step("start")
        self.on.append((program, self.installation.current()))

    def await_answer(self, program: RunningProgram, version: str) -> bool:
        self._step("await_answer")
        return self.works.get(str(self.installation.current()), True)

    def start_guard(self) -> None:
        self._step("start_guard")
        self.guarded = True

    def end_guard(self) -> None:
        self._step("end_guard")
        self.guarded = False

    def install_launchers(self, folder: Path) -> None:
        self._step("install_launchers")
        if self.launchers_fail:
            raise PermissionError(13, "in use")

    def remove(self, folders: Sequence[Path]) -> None:
        self._step("remove")
        self.removed += [folder.name for folder in folders]

    def show_version(self, version: str) -> None:
        self.shown.append(version)


class FakeCopies:
    """Notes what is done with which data folder."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.fails_for: Path | None = None

    def keep(self, folder: Path, schema: int) -> None:
        if folder == self.fails_for:
            raise OSError(28, "No space left")
        self.done.append(f"keep {folder} {schema}")

    def put_back(self, folder: Path) -> None:
        self.done.append(f"put back {folder}")

    def drop(self, folder: Path) -> None:
        self.done.append(f"drop {folder}")


class LockedInstallation(Installation):
    """Another program has `current` open, as Windows then refuses to replace it."""

    def point(self, name: str, previous: str | None) -> None:
        raise PermissionError(13, "in use", f"{name} {previous}")


class FullInstallation(Installation):
    """Its disk has no room left."""

    def write_note(self, content: bytes) -> None:
        raise OSError(28, "No space left", str(len(content)))


def add_version(installation: Installation, name: str, schema: int = 1) -> None:
    folder = installation.folder(name)
    (folder / "library").mkdir(parents=True)
    (folder / "library" / "one.py").write_text(name, encoding="utf-8")
    write_about(folder, About(name.split("+", maxsplit=1)[0], schema))
    write_list(folder)


@dataclass
class Bench:
    installation: Installation
    programs: FakePrograms
    copies: FakeCopies

    def upgrade_to(self, name: str) -> None:
        Activation(self.installation, self.programs, self.copies).upgrade_to(name)

    def complete(self) -> None:
        """What the guard does after the kill, in a process of its own."""
        self.programs.killed_at, self.programs.dead = "", False
        Activation(self.installation, self.programs, self.copies).complete()

    def roll_back(self) -> str:
        return Activation(self.installation, self.programs, self.copies).roll_back()

    def pointed(self) -> tuple[str | None, str | None]:
        return self.installation.current(), self.installation.previous()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """0.1.0 before 0.2.0, which runs; 0.3.0 was put next to them."""
    installation = Installation(tmp_path)
    for name in ("0.1.0", "0.2.0", "0.3.0"):
        add_version(installation, name)
    installation.point("0.2.0", "0.1.0")
    programs = FakePrograms(installation)
    programs.on.append((TRAY, "0.2.0"))
    return Bench(installation, programs, FakeCopies())


def test_the_new_version_runs_where_the_old_one_ran_and_the_old_one_stays_next_to_it(bench: Bench) -> None:
    bench.upgrade_to("0.3.0")
    assert bench.programs.on == [(TRAY, "0.3.0")]
    assert bench.pointed() == ("0.3.0", "0.2.0")
    assert bench.programs.removed == ["0.1.0"]
    assert bench.copies.done == ["keep data 1", "drop data"]


def test_what_power_cuts_left_of_other_upgrades_is_removed_first(bench: Bench) -> None:
    for name in ("0.3.0~2", "0.3.0~3"):
        add_version(bench.installation, name)
    bench.programs.works["try 0.3.0~3"] = False
    with pytest.raises(NotWhole):
        bench.upgrade_to("0.3.0~3")
    assert bench.programs.removed == ["0.3.0", "0.3.0~2"]


def test_nothing_is_started_that_did_not_run(bench: Bench) -> None:
    bench.programs.on.clear()
    bench.upgrade_to("0.3.0")
    assert bench.programs.on == []


def test_the_first_version_has_none_before(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    add_version(installation, "0.1.0")
    first = Bench(installation, FakePrograms(installation), FakeCopies())
    first.upgrade_to("0.1.0")
    assert first.pointed() == ("0.1.0", None)


def test_an_older_version_is_refused_with_the_way_back_named(bench: Bench) -> None:
    with pytest.raises(Downgrade, match=r"0\.2\.0 is installed, which is newer than 0\.1\.0.*update rollback"):
        bench.upgrade_to("0.1.0")
    assert bench.programs.on == [(TRAY, "0.2.0")]


@pytest.mark.parametrize("harm", ["missing", "changed", "added", "no list"])
def test_a_damaged_version_is_not_even_started(bench: Bench, harm: str) -> None:
    folder = bench.installation.folder("0.3.0")
    if harm == "missing":
        (folder / "library" / "one.py").unlink()
    elif harm == "no list":
        (folder / "contents.txt").unlink()
    else:
        (folder / "library" / ("one.py" if harm == "changed" else "two.py")).write_text("x", encoding="utf-8")
    with pytest.raises(NotWhole, match="Nothing was changed"):
        bench.upgrade_to("0.3.0")
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])


def test_a_version_that_does_not_answer_on_empty_data_disturbs_nobody(bench: Bench) -> None:
    bench.programs.works["try 0.3.0"] = False
    with pytest.raises(NotWhole, match="it ended with 1"):
        bench.upgrade_to("0.3.0")
    assert bench.programs.on == [(TRAY, "0.2.0")]


def test_a_version_that_does_not_answer_with_the_real_data_gives_way_to_the_one_before(bench: Bench) -> None:
    bench.programs.works["0.3.0"] = False
    with pytest.raises(RolledBack, match=r"Version 0\.2\.0 stays and runs as before"):
        bench.upgrade_to("0.3.0")
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])
    assert bench.copies.done == ["keep data 1", "put back data"]
    assert bench.programs.removed == []


def test_a_file_that_cannot_be_written_brings_back_the_version_before(bench: Bench) -> None:
    bench.programs.launchers_fail = True
    with pytest.raises(RolledBack, match="in use"):
        bench.upgrade_to("0.3.0")
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])


def test_a_current_that_another_program_has_open_stays_and_what_ran_runs_again(bench: Bench) -> None:
    locked = LockedInstallation(bench.installation.root)
    with pytest.raises(RolledBack, match=r"Version 0\.2\.0 stays and runs as before"):
        Activation(locked, bench.programs, bench.copies).upgrade_to("0.3.0")
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])


def test_a_program_that_cannot_be_ended_stops_the_upgrade(bench: Bench) -> None:
    bench.programs.held = 1
    with pytest.raises(RolledBack, match="Quit it, then try again"):
        bench.upgrade_to("0.3.0")
    assert bench.pointed() == ("0.2.0", "0.1.0")


@pytest.mark.parametrize("step", ["running", "try_out", "stop", "install_launchers", "start", "await_answer", "remove"])
def test_a_kill_leaves_one_whole_version_named_and_the_same_upgrade_works_after(bench: Bench, step: str) -> None:
    bench.programs.killed_at = step
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    assert bench.installation.current() == ("0.3.0" if step in {"start", "await_answer", "remove"} else "0.2.0")
    assert bench.installation.folder("0.2.0").is_dir()
    bench.programs.killed_at, bench.programs.dead = "", False
    bench.upgrade_to("0.3.0")
    assert bench.installation.current() == "0.3.0"


@pytest.mark.parametrize("step", ["stop", "install_launchers"])
def test_after_a_kill_before_the_swap_the_guard_starts_what_ran_as_the_version_before(bench: Bench, step: str) -> None:
    bench.programs.killed_at = step
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    assert bench.programs.guarded
    bench.complete()
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])
    assert "put back data" not in bench.copies.done, "no version has changed the data"
    assert bench.installation.read_note() is None


@pytest.mark.parametrize("step", ["start", "await_answer"])
def test_after_a_kill_behind_the_swap_the_guard_starts_the_new_version(bench: Bench, step: str) -> None:
    bench.programs.killed_at = step
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    bench.complete()
    assert (bench.pointed(), bench.programs.on) == (("0.3.0", "0.2.0"), [(TRAY, "0.3.0")])
    assert bench.copies.done == ["keep data 1", "drop data"]
    assert (bench.programs.removed, bench.installation.read_note()) == (["0.1.0"], None)


@pytest.mark.parametrize("step", ["start", "await_answer"])
def test_the_guard_returns_to_the_version_before_where_the_new_one_does_not_answer(bench: Bench, step: str) -> None:
    bench.programs.killed_at, bench.programs.works["0.3.0"] = step, False
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    bench.complete()
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])
    assert bench.copies.done == ["keep data 1", "put back data"]
    assert bench.installation.read_note() is None


def test_the_guard_returns_to_the_version_before_where_the_new_one_is_gone(bench: Bench) -> None:
    bench.programs.killed_at = "start"
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    (bench.installation.folder("0.3.0") / "about.json").unlink()
    bench.complete()
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])


@pytest.mark.parametrize("version", ["0.3.0", "0.2.0"])
def test_a_take_over_that_is_over_leaves_the_guard_nothing_to_do(bench: Bench, version: str) -> None:
    bench.programs.works["0.3.0"] = version == "0.3.0"
    with suppress(RolledBack):
        bench.upgrade_to("0.3.0")
    assert not bench.programs.guarded
    before = bench.pointed(), list(bench.programs.on)
    bench.complete()
    assert (bench.pointed(), bench.programs.on) == before == ((version, before[0][1]), [(TRAY, version)])


def test_a_kill_before_the_guard_is_there_leaves_no_note_and_ends_nothing(bench: Bench) -> None:
    bench.programs.killed_at = "start_guard"
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    assert bench.installation.read_note() is None
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])


@pytest.mark.parametrize("begin", [Bench.roll_back, lambda bench: bench.upgrade_to("0.3.0")])
def test_a_second_upgrade_next_to_one_that_is_at_work_changes_nothing(
    bench: Bench, begin: Callable[[Bench], object]
) -> None:
    """It would note that nothing ran, end what the first one started, and remove its version."""
    bench.installation.write_note(b"of the first")
    with hold_take_over(bench.installation.root), pytest.raises(AnotherTakesOver, match="Wait for its end"):
        begin(bench)
    assert bench.installation.read_note() == b"of the first"
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.1.0"), [(TRAY, "0.2.0")])


@pytest.mark.parametrize("name", ["0.1.0", "0.3.0"])
def test_a_note_that_a_power_cut_left_goes_before_anything_is_refused(bench: Bench, name: str) -> None:
    """The set-up waits for the guard as long as there is a note."""
    bench.installation.write_note(b"{}")
    (bench.installation.folder("0.3.0") / "contents.txt").unlink()
    with pytest.raises(CounterpartError):
        bench.upgrade_to(name)
    assert bench.installation.read_note() is None


def test_a_guard_does_not_take_the_note_of_a_power_cut_for_its_own(bench: Bench) -> None:
    bench.programs.killed_at = "await_answer"
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    noted = bench.installation.read_note()
    bench.programs.killed_at, bench.programs.dead = "", False
    bench.upgrade_to("0.3.0")
    bench.installation.write_note(noted or b"")
    bench.programs.killed_at, bench.programs.works["0.3.0"] = "start_guard", False
    with pytest.raises(Killed):
        bench.roll_back()
    bench.complete()
    assert "put back data" not in bench.copies.done, "the data has changed since then"


@pytest.mark.parametrize("step", ["stop", "await_answer"])
def test_a_return_that_fails_does_not_let_the_set_up_wait(bench: Bench, step: str) -> None:
    bench.programs.killed_at = step
    with pytest.raises(Killed):
        bench.upgrade_to("0.3.0")
    bench.programs.killed_at, bench.programs.dead = "", False
    bench.programs.works["0.3.0"], bench.programs.hangs = False, True
    with pytest.raises(TimeoutError):
        Activation(bench.installation, bench.programs, bench.copies).complete()
    assert bench.installation.read_note() is None


def test_without_room_for_the_note_nothing_is_ended(bench: Bench) -> None:
    full = FullInstallation(bench.installation.root)
    with pytest.raises(RolledBack, match=r"No space left.*Version 0\.2\.0 stays"):
        Activation(full, bench.programs, bench.copies).upgrade_to("0.3.0")
    assert not bench.programs.guarded
    assert bench.programs.on == [(TRAY, "0.2.0")]


def test_data_whose_copy_failed_is_not_put_back_from_an_older_copy(bench: Bench) -> None:
    bench.programs.on.append((SECOND, "0.2.0"))
    bench.copies.fails_for = SECOND.data
    with pytest.raises(RolledBack, match="No space left"):
        bench.upgrade_to("0.3.0")
    assert bench.copies.done == ["keep data 1", "put back data"]
    assert bench.programs.on == [(TRAY, "0.2.0"), (SECOND, "0.2.0")]


def test_the_way_back_is_a_take_over_like_any_other(bench: Bench) -> None:
    bench.upgrade_to("0.3.0")
    assert bench.roll_back() == "0.2.0"
    assert (bench.pointed(), bench.programs.on) == (("0.2.0", "0.3.0"), [(TRAY, "0.2.0")])
    assert bench.programs.shown == ["0.3.0", "0.2.0"], "the installed programs name the version in use"


def test_there_is_no_way_back_to_a_version_that_cannot_read_the_data(bench: Bench) -> None:
    add_version(bench.installation, "0.4.0", schema=2)
    bench.upgrade_to("0.4.0")
    with pytest.raises(CounterpartError, match="restore a backup from before the upgrade"):
        bench.roll_back()
    assert bench.pointed() == ("0.4.0", "0.2.0")


def test_there_is_no_way_back_from_the_first_version(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    with pytest.raises(CounterpartError, match="no version before"):
        Activation(installation, FakePrograms(installation), FakeCopies()).roll_back()
