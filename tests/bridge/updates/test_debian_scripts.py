"""What ran starts again: by the package's scripts, and by a guard where the update is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.updates.debian_scripts import clean_variables
from bridge.updates.health_probe import await_true
from bridge.watchdog.supervisor import VARIABLE
from tests.bridge.updates.package_scripts import make_scripts

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Debian packages are for Linux")

UPDATE = """
import sys
from pathlib import Path
from bridge.updates.debian_scripts import PackageScripts
scripts = PackageScripts(Path(sys.argv[1], "notes"), f"{sys.argv[1]}/")
assert scripts.end_programs()
print(flush=True)
input()
scripts.start_programs()
scripts.release()
"""


def start_update(folder: Path) -> subprocess.Popen[bytes]:
    """An update that has ended the programs, and waits. dpkg has nothing to do."""
    make_scripts(folder, f"echo started >> {folder}/starts")
    (folder / "dpkg").write_text("#!/bin/sh\n", encoding="ascii")
    (folder / "dpkg").chmod(0o755)
    update = subprocess.Popen([sys.executable, "-c", UPDATE, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})  # fmt: skip
    assert update.stdout is not None
    assert update.stdout.readline() == b"\n"
    return update


def test_what_ran_is_started_by_a_guard_where_the_update_is_killed(tmp_path: Path) -> None:
    with start_update(tmp_path) as update:
        update.kill()
    starts = tmp_path / "starts"
    assert await_true(lambda: starts.exists() and starts.read_text() == "started\n", lambda: True, 20)


def test_what_ran_is_started_once_where_the_update_goes_on(tmp_path: Path) -> None:
    with start_update(tmp_path) as update:
        update.communicate(b"\n")
    assert (tmp_path / "starts").read_text() == "started\n"
    assert not (tmp_path / "notes").exists()


def test_what_the_frozen_program_set_for_itself_is_not_passed_on() -> None:
    given = {"PATH": "/bin", "LD_LIBRARY_PATH": "/usr/lib/counterpart", "_PYI_ARCHIVE_FILE": "x", VARIABLE: "x"}
    assert clean_variables(given) == {"PATH": "/bin", "PYINSTALLER_RESET_ENVIRONMENT": "1"}
