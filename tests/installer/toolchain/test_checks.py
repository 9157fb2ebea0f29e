"""The checks: all run, all counted, and the last line says how many tests ran."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from installer.toolchain.checks import (
    MEMORY_INFO,
    NEEDED_BYTES,
    PREFIX,
    SHARED_MEMORY,
    YOUNG_S,
    Result,
    available_bytes,
    check,
    conclude,
    counts,
    every_check,
    fast_temporary_folder,
    has_room,
    lint_lines,
    locked,
    pytest_checks,
    remove_leftovers,
    summary,
)

LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="memory folders are Linux's")
PLENTY = f"MemTotal: 99 kB\nMemAvailable:   {2 * NEEDED_BYTES // 1024} kB\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLENTY, 2 * NEEDED_BYTES),
        ("MemAvailable: 12 kB", 12 * 1024),
        ("MemFree: 12 kB", 0),
        ("MemAvailable: unknown", 0),
        ("MemAvailable:", 0),
        ("", 0),
    ],
)
def test_available_memory_is_read_or_none(text: str, expected: int) -> None:
    assert available_bytes(text) == expected


def test_a_folder_that_is_not_there_has_no_room(tmp_path: Path) -> None:
    assert not has_room(tmp_path / "none", PLENTY)


@LINUX_ONLY
def test_little_memory_is_left_to_the_tests(tmp_path: Path) -> None:
    roomy = shutil.disk_usage(tmp_path).free >= NEEDED_BYTES
    assert has_room(tmp_path, PLENTY) == roomy
    assert not has_room(tmp_path, "MemAvailable: 1000 kB")


def test_the_folder_is_in_memory_and_goes_at_the_end_or_there_is_none() -> None:
    room = MEMORY_INFO.exists() and has_room(SHARED_MEMORY, MEMORY_INFO.read_text())
    with fast_temporary_folder() as folder:
        assert (folder is not None) == room
        if folder:
            assert folder.parent == SHARED_MEMORY
            (folder / "rest").write_text("left over")
    assert folder is None or not folder.exists()


def run_folder(parent: Path, name: str) -> tuple[Path, float]:
    """A folder of a run with a file in it, and the time at which it is no longer young."""
    folder = parent / name
    folder.mkdir()
    (folder / "rest").write_text("left over")
    return folder, folder.stat().st_mtime + YOUNG_S + 1


@LINUX_ONLY
def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    left, later = run_folder(tmp_path, f"{PREFIX}killed")
    foreign, _ = run_folder(tmp_path, "another-program")
    remove_leftovers(tmp_path, later)
    assert not left.exists()
    assert (foreign / "rest").exists()


@LINUX_ONLY
def test_the_folder_of_a_run_that_goes_on_stays(tmp_path: Path) -> None:
    running, later = run_folder(tmp_path, f"{PREFIX}running")
    with locked(running):
        remove_leftovers(tmp_path, later)
        assert (running / "rest").exists()
    remove_leftovers(tmp_path, later)
    assert not running.exists()


@LINUX_ONLY
def test_the_folder_of_a_run_that_just_began_stays(tmp_path: Path) -> None:
    begun, later = run_folder(tmp_path, f"{PREFIX}begun")
    remove_leftovers(tmp_path, later - 2)
    assert (begun / "rest").exists()


@LINUX_ONLY
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    outside, later = run_folder(tmp_path, "outside")
    link = tmp_path / f"{PREFIX}link"
    link.symlink_to(outside)
    os.utime(link, (0, 0), follow_symlinks=False)
    remove_leftovers(tmp_path, later)
    assert (outside / "rest").exists()
    assert link.is_symlink()


@LINUX_ONLY
def test_a_run_holds_the_lock_of_its_folder() -> None:
    with fast_temporary_folder() as folder:
        if folder is None:
            pytest.skip("no room in memory")
        with pytest.raises(BlockingIOError), locked(folder):
            pass


def report(folder: Path, **numbers: int) -> Path:
    """A report as pytest writes it."""
    attributes = " ".join(f'{name}="{number}"' for name, number in numbers.items())
    path = folder / "report.xml"
    path.write_text(f"<testsuites><testsuite {attributes}/></testsuites>", encoding="utf-8")
    return path


def test_errors_count_as_failed_and_skipped_ones_are_named(tmp_path: Path) -> None:
    assert counts(report(tmp_path, tests=10, failures=1, errors=2, skipped=3)) == "4 passed, 3 failed, 3 skipped"
    assert counts(report(tmp_path, tests=10, failures=0, errors=0, skipped=0)) == "10 passed, 0 failed"


def test_two_reports_are_counted_together(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    reports = (
        report(one, tests=10, failures=1, errors=0, skipped=0),
        report(two, tests=5, failures=0, errors=0, skipped=5),
    )
    assert counts(*reports) == "9 passed, 1 failed, 5 skipped"


def test_chosen_tests_run_once_on_the_engine_that_was_asked_for(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    make_tools(tmp_path, "none")
    results, _ = pytest_checks(tmp_path, ["-k", "sku"])
    assert [one.name for one in results] == ["pytest"]
    assert capfd.readouterr().out.count("said by python") == 1


@pytest.mark.parametrize("text", ["", "<testsuites>"])
def test_no_report_is_a_failure(tmp_path: Path, text: str) -> None:
    path = tmp_path / "report.xml"
    assert counts(path).startswith("0 passed, 1 failed")
    path.write_text(text, encoding="utf-8")
    assert counts(path).startswith("0 passed, 1 failed")


@pytest.mark.parametrize("code", [0, 3])
def test_a_check_keeps_its_exit_code(tmp_path: Path, code: int) -> None:
    result = check(tmp_path, "one", [sys.executable, "-c", f"raise SystemExit({code})"])
    assert (result.name, result.code) == ("one", code)
    assert result.seconds > 0


def test_what_a_check_says_goes_to_a_file_with_its_errors(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    line = [sys.executable, "-c", "import sys; print('found', flush=True); print('why', file=sys.stderr)"]
    with (tmp_path / "said").open("w+b") as output:
        assert check(tmp_path, "one", line, output=output).code == 0
        output.seek(0)
        assert output.read().decode().split() == ["---", "one", "found", "why"]
    assert capfd.readouterr().out == ""


def test_one_failure_fails_all_and_the_closing_line_is_last(capsys: pytest.CaptureFixture[str]) -> None:
    results = [Result("mypy", 1, 2.0), Result("pytest", 0, 3.0)]
    assert conclude(results, "5 passed, 0 failed") == 1
    assert capsys.readouterr().out.splitlines()[-1] == "5 passed, 0 failed"
    assert conclude(results[1:]) == 0
    assert summary(results).splitlines()[0].split() == ["FAILED", "mypy", "2.0", "s"]


def make_tools(root: Path, failing: str) -> None:
    """Tools that print their name; the one of that name fails, as do the tests for `pytest`."""
    folder = root / ".venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("ruff", "mypy", "lint-imports", "vulture", "python"):
        tool = folder / name
        script = f"case '{name} '$* in *'{failing}'*) exit 3;; esac"
        tool.write_text(f"#!/bin/sh\necho said by {name}\n{script}\n", "utf-8")
        tool.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="the tools are scripts of the shell")
@pytest.mark.parametrize(
    "failing", ["ruff check", "format", "mypy", "lint-imports", "vulture", "runtimes", "screenshots", "pytest"]
)
def test_each_check_next_to_the_tests_can_fail_the_run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], failing: str
) -> None:
    make_tools(tmp_path, failing)
    results, closing = every_check(tmp_path, [])
    assert [one.name for one in results] == [*lint_lines(tmp_path), "cut texts", "pytest", "on PostgreSQL"]
    assert {one.code for one in results} == {0, 3}
    assert capfd.readouterr().out.count("said by") == len(results)
    assert conclude(results, closing) == 1
    assert closing == "0 passed, 1 failed (pytest wrote no report)"
