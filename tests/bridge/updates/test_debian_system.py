"""The programs of a .deb as they run: found, and started again as they ran."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from bridge.updates.debian_system import DpkgSystem
from bridge.updates.health_probe import await_true
from bridge.watchdog.supervisor import VARIABLE


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Debian packages are for Linux")
def test_a_supervised_program_starts_again_once_and_waits_for_no_parent(tmp_path: Path) -> None:
    variables = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], VARIABLE: str(tmp_path / "marker")}
    line = [sys.executable, "-Sc", "print(flush=True); input()", "serve"]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(line, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    with start() as parent, start() as child:
        for started in (parent, child):
            assert started.stdout is not None
            assert started.stdout.readline()
        writes = tmp_path / "started"
        shown = tmp_path / "program"
        shown.write_text(f"#!/bin/sh\nenv > {writes}.draft\nmv {writes}.draft {writes}\n")
        shown.chmod(0o755)
        system = DpkgSystem(str(shown), find_processes=lambda: [psutil.Process(parent.pid), psutil.Process(child.pid)])
        found = system.running()
        assert len(found) == 1
        system.start(found[0])
        assert await_true(writes.exists, lambda: True, 20)
        assert VARIABLE not in writes.read_text()
        for started in (parent, child):
            started.communicate(b"\n")
