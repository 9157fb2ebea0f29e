"""The programs of a .deb as they run: found once each, and ended."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from bridge.paths import database_file
from bridge.updates.debian_system import DpkgSystem, is_settled
from bridge.updates.debian_upgrade import Package
from bridge.watchdog.supervisor import VARIABLE
from tests.bridge.updates.package_scripts import make_scripts
from tests.programs import program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Debian packages are for Linux")


def test_a_supervised_program_counts_once_and_its_helpers_end_too(tmp_path: Path) -> None:
    variables = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], VARIABLE: str(tmp_path / "marker")}
    line = [sys.executable, "-Sc", "print(flush=True); input()", "serve"]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(line, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    with start() as parent, start() as child:
        for started in (parent, child):
            assert started.stdout is not None
            assert started.stdout.readline()
        processes = [psutil.Process(parent.pid), psutil.Process(child.pid)]
        system = DpkgSystem(make_scripts(tmp_path / "scripts"), find_processes=lambda: processes)
        assert len(system.running()) == 1
        # Nobody has asked for their exit codes yet, so the system still lists both.
        assert system.stop() == 0
        assert system.find_owner(tmp_path / ".local/share/counterpart") == (os.getuid(), os.getgid())
        system.start_again()
        system.release()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root has other users' rights")
def test_root_opens_nothing_for_a_user_that_the_user_could_not_open(tmp_path: Path) -> None:
    database = database_file(tmp_path)
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE settings (name TEXT)")
    database.chmod(0o600)
    os.utime(tmp_path, (0, 0))
    line = ["/bin/sh", "-c", "echo; read line", "serve"]
    variables = {"COUNTERPART_DATA_DIR": str(tmp_path)}
    with subprocess.Popen(line, env=variables, user=12345, group=12345, cwd="/", stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as user:  # fmt: skip
        assert user.stdout is not None
        assert user.stdout.readline()
        assert len(DpkgSystem(find_processes=lambda: [psutil.Process(user.pid)]).running()) == 1
        user.communicate(b"\n")
    assert tmp_path.stat().st_mtime == 0, "SQLite makes files next to a database that it opens"


def test_a_program_is_not_ended_where_nobody_would_start_it_again(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-Sc", "input()"], stdin=subprocess.PIPE) as running:
        scripts = make_scripts(tmp_path / "scripts")
        (tmp_path / "scripts" / "prerm").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        system = DpkgSystem(scripts, find_processes=lambda: [psutil.Process(running.pid)])
        assert system.stop() == 1
        assert running.poll() is None
        system.release()
        running.communicate(b"\n")


def test_a_second_update_waits_until_the_first_is_over(tmp_path: Path) -> None:
    first, second = (DpkgSystem(make_scripts(tmp_path / "scripts"), find_processes=list) for _ in range(2))
    assert first.begin() == ""
    assert second.begin().startswith("another update is at work")
    second.release()
    first.release()
    assert second.begin() == ""
    second.release()


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("install ok installed", True),
        ("hold ok installed", True),
        ("install reinstreq half-installed", False),
        ("install ok half-configured", False),
    ],
)
def test_a_package_that_dpkg_did_not_finish_is_known(tmp_path: Path, state: str, expected: bool) -> None:
    (tmp_path / "status").write_text(
        f"Package: counterpart\nStatus: {state}\nVersion: 0.2.1\nArchitecture: all\nMaintainer: A\n"
        "Description: small\n",
        encoding="ascii",
    )
    line = [
        program("dpkg-query"),
        f"--admindir={tmp_path}",
        "--show",
        "--showformat=${db:Status-Abbrev}",
        "counterpart",
    ]
    assert is_settled(line) is expected


def test_a_package_that_the_disk_has_no_room_for_is_not_unpacked(tmp_path: Path) -> None:
    (tmp_path / "tree" / "DEBIAN").mkdir(parents=True)
    (tmp_path / "tree" / "DEBIAN" / "control").write_text(
        "Package: counterpart\nVersion: 0.2.0\nArchitecture: all\nMaintainer: A\nInstalled-Size: 999999999999\n"
        "Description: big\n",
        encoding="ascii",
    )
    file = tmp_path / "big.deb"
    subprocess.run([program("dpkg-deb"), "--build", tmp_path / "tree", file], check=True, stdout=subprocess.DEVNULL)
    left = tmp_path / "try" / "of an update that was cut off"
    left.mkdir(parents=True)
    system = DpkgSystem(make_scripts(tmp_path / "scripts"), try_folder=left.parent)
    fault = system.try_out(Package(file, "0.2.0", 1))
    assert not left.exists()
    assert fault.startswith("it needs 1023999999 MB below /")
    assert fault.endswith("make room, then try again")
