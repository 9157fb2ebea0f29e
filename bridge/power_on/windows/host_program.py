"""The process that Windows starts as the service: it runs `serve` as its child.

It imports little, as it stays in memory. The child is watched as on Linux (bridge/watchdog): the
end of its standard input ends it, whether the service is stopped or this process is killed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bridge.power_on.waiting_variable import VARIABLE as WAITS
from bridge.power_on.windows.host_log import HostLog
from bridge.power_on.windows.service_host import STOP_LIMIT_S, ServiceHost
from bridge.watchdog.supervisor import VARIABLE, Supervisor, make_marker_path, remove_marker

_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def make_child_command(program: str, words: Sequence[str]) -> list[str]:
    """`serve` with the words of the service's command line."""
    return [program, *words, "serve"]


def make_supervisor(command: Sequence[str], marker: Path, log: HostLog) -> Supervisor:
    """A supervisor whose child writes into the service's log."""

    def start() -> subprocess.Popen[bytes]:
        environment = {**os.environ, VARIABLE: str(marker), WAITS: "on"}
        marker.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with log.open_for_child() as output:
            return subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT, env=environment,
                creationflags=_NO_WINDOW,
            )  # fmt: skip

    return Supervisor(start, marker, say=log.say, stop_limit_s=STOP_LIMIT_S)


def main(words: Sequence[str]) -> int:
    """What the service's command line runs; `words` are `--data-dir FOLDER`. Gives 1 where Windows
    did not start it as a service.
    """
    from bridge.power_on.windows.event_log import report_event  # noqa: PLC0415 - on Windows only
    from bridge.power_on.windows.manager_connection import NotAService, run_service  # noqa: PLC0415 - on Windows only

    log = HostLog(Path(words[-1]) / "logs" / "service.log", report_event)
    marker = make_marker_path()
    supervisor = make_supervisor(make_child_command(sys.executable, words), marker, log)
    try:
        run_service(lambda report: ServiceHost(supervisor, report, log.say))
    except NotAService:
        sys.stderr.write("counterpart: Windows starts this by itself. Run: counterpart service install\n")
        return 1
    finally:
        remove_marker(marker)
    return 0
