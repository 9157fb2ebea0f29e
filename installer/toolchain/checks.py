"""Every check of the project, side by side, with temporary files in memory if there is room."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from installer.toolchain.environment import clean_environment, program

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - it is only used through TemporaryDirectory
NEEDED_BYTES: Final = 4 * 1024**3
MEMORY_INFO: Final = Path("/proc/meminfo")
PREFIX: Final = "counterpart-run-"
YOUNG_S: Final = 60
"""A folder this young may belong to a run that has not locked it yet."""
ON_BOTH: Final = (
    "tests/service/store",
    "tests/service/usecases",
    "tests/service/api/all_routes",
    "tests/service/api/checks",
    "tests/service/link/test_both_sides.py",
)
"""What `dev.py test` runs on PostgreSQL too; `--engine postgres` runs the rest."""
CHECKED: Final = ("dev.py", "service", "ui", "bridge", "installer", "tests")


def has_room(folder: Path, memory_info: str) -> bool:
    """Whether a run fits into this memory folder and may start programs from it. The system must
    keep as much memory again for the tests themselves.
    """
    if sys.platform != "linux":
        return False
    try:
        state = os.statvfs(folder)
    except OSError:
        return False
    if state.f_flag & os.ST_NOEXEC or state.f_bavail * state.f_frsize < NEEDED_BYTES:
        return False
    return available_bytes(memory_info) >= 2 * NEEDED_BYTES


def available_bytes(memory_info: str) -> int:
    """What Linux says it can give to programs, in bytes; 0 if it does not say."""
    for line in memory_info.splitlines():
        name, _, value = line.partition(":")
        amount = value.split()
        if name == "MemAvailable" and amount and amount[0].isdigit():
            return int(amount[0]) * 1024
    return 0


@contextlib.contextmanager
def fast_temporary_folder() -> Iterator[Path | None]:
    """A folder in memory that is removed at the end, or None where files stay on the disk. The
    program waits for the disk after each write, which is a quarter of the time of a test run.
    """
    memory_info = MEMORY_INFO.read_text() if MEMORY_INFO.exists() else ""
    if not has_room(SHARED_MEMORY, memory_info):
        yield None
        return
    remove_leftovers(SHARED_MEMORY, time.time())
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=SHARED_MEMORY, ignore_cleanup_errors=True) as folder:
        # As in the system's own folder, another user's process may open what a test gives it.
        Path(folder).chmod(0o711)
        with locked(Path(folder)):
            yield Path(folder)


def remove_leftovers(parent: Path, now: float) -> None:
    """Remove what killed runs left in memory; nothing else does. Running ones have a lock."""
    for folder in parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            state = folder.lstat()
            if state.st_uid == os.getuid() and state.st_mtime < now - YOUNG_S:
                with locked(folder):
                    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which ends with the process. An OSError if another holds it."""
    import fcntl  # noqa: PLC0415 - Windows has no such module, and no folder in memory

    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(opened)


@dataclass(frozen=True, slots=True)
class Result:
    """One check of `dev.py test`: its exit code and seconds."""

    name: str
    code: int
    seconds: float


def lint_lines(root: Path) -> dict[str, list[str]]:
    """The checks that read the source, by name."""
    venv = root / ".venv"
    paths = [name for name in CHECKED if (root / name).exists()]
    return {
        "ruff check": [str(program(venv, "ruff")), "check", *paths],
        "ruff format": [str(program(venv, "ruff")), "format", "--check", *paths],
        "mypy": [str(program(venv, "mypy")), *paths],
        "import-linter": [str(program(venv, "lint-imports")), "--no-logo"],
        "vulture": [str(program(venv, "vulture"))],
        "inventory": [str(program(venv, "python")), "-m", "installer.runtimes.inventory"],
    }


def check(
    root: Path, name: str, line: Sequence[str], *, temporary: Path | None = None, output: IO[bytes] | None = None
) -> Result:
    """Run a check. Its output goes to a file or the terminal, temporary files to a folder."""
    heading = f"\n--- {name}"
    if output:
        output.write(f"{heading}\n".encode())
        output.flush()
    else:
        print(heading, flush=True)
    began = time.monotonic()
    environment = clean_environment(os.environ) | ({"TMPDIR": str(temporary)} if temporary else {})
    errors = subprocess.STDOUT if output else None
    code = subprocess.run(line, cwd=root, env=environment, check=False, stdout=output, stderr=errors).returncode
    return Result(name, code, time.monotonic() - began)


def summary(results: Sequence[Result]) -> str:
    """One line per check, with its time."""
    return "\n".join(f"{'ok    ' if not one.code else 'FAILED'} {one.name:14} {one.seconds:6.1f} s" for one in results)


def counts(*reports: Path) -> str:
    """The last line, from pytest's own reports, for readers of only that line."""
    try:
        suites = [suite for report in reports for suite in ET.parse(report).getroot().iter("testsuite")]  # noqa: S314 - written by our own pytest a moment ago
    except (OSError, ET.ParseError):
        return "0 passed, 1 failed (pytest wrote no report)"
    total, bad, skipped = (
        sum(int(suite.get(key, "0")) for suite in suites for key in keys)
        for keys in (("tests",), ("failures", "errors"), ("skipped",))
    )
    return f"{max(total - bad - skipped, 0)} passed, {bad} failed" + (f", {skipped} skipped" if skipped else "")


def lint_checks(root: Path, output: IO[bytes] | None = None) -> list[Result]:
    """Run all checks that read the source, even after one fails."""
    return [check(root, name, line, output=output) for name, line in lint_lines(root).items()]


def pytest_checks(root: Path, arguments: Sequence[str]) -> tuple[list[Result], str]:
    """All four at a time, as they wait half of it; those that prove most on PostgreSQL too."""
    python = str(program(root / ".venv", "python"))
    rounds = {"pytest": arguments} if arguments else {"pytest": (), "on PostgreSQL": ("--engine", "postgres", *ON_BOTH)}
    results, reports = list[Result](), list[Path]()
    with tempfile.TemporaryDirectory(prefix="counterpart-") as folder, fast_temporary_folder() as temporary:
        for name, words in rounds.items():
            reports.append(Path(folder) / f"{name}.xml")
            # Neighbours share what a process prepares, and stealing costs the least of the modes.
            line = [python, "-m", "pytest", "-n", "4", "--dist", "worksteal", f"--junit-xml={reports[-1]}", *words]
            results.append(check(root, name, line, temporary=temporary))
        return results, counts(*reports)


def every_check(root: Path, arguments: Sequence[str]) -> tuple[list[Result], str]:
    """The tests, and next to them, on one core, the checks of the source, printed afterwards."""
    with tempfile.TemporaryFile() as said, ThreadPoolExecutor(1) as pool:
        reading = pool.submit(lint_checks, root, said)
        python = str(program(root / ".venv", "python"))
        cut = pool.submit(check, root, "cut texts", [python, "-m", "tests.screenshots", "--cut"], output=said)
        tests, closing = pytest_checks(root, arguments)
        results = [*reading.result(), cut.result(), *tests]
        said.seek(0)
        print(said.read().decode("utf-8", "replace"), end="", flush=True)
    return results, closing


def conclude(results: Sequence[Result], closing: str = "") -> int:
    """Print the summary; return the exit code of all checks together."""
    print(f"\n{summary(results)}", flush=True)
    if closing:
        print(closing, flush=True)
    return int(any(one.code for one in results))
