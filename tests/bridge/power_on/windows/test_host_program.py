"""The child that the service runs, and where it writes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bridge.power_on.windows.host_log import HostLog
from bridge.power_on.windows.host_program import make_child_command, make_supervisor
from bridge.power_on.windows.service_host import STOP, ServiceHost
from tests.bridge.power_on.windows.fake_report import FakeReport


def test_the_child_is_serve_on_the_same_data() -> None:
    assert make_child_command("c.exe", ["--data-dir", "D:\\x"]) == ["c.exe", "--data-dir", "D:\\x", "serve"]


@pytest.mark.skipif(sys.platform == "win32", reason="it runs a program of a POSIX system")
def test_a_real_child_writes_into_the_log_and_ends_with_its_input(tmp_path: Path) -> None:
    log, report = HostLog(tmp_path / "logs" / "service.log"), FakeReport()
    script = "echo hello $COUNTERPART_WAITS_FOR_DATA; cat >/dev/null; exit 0"
    supervisor = make_supervisor(["sh", "-c", script], tmp_path / "m" / "running", log)
    host = ServiceHost(supervisor, report, log.say)
    host.on_control(STOP)
    host.run()
    assert report.states[-1] == "stopped 0"
    assert "hello on" in (tmp_path / "logs" / "service.log").read_text("utf-8")
