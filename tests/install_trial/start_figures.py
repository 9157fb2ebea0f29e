"""How fast the frozen program starts and how much memory it uses, compared with its source.

`python -m tests.install_trial.start_figures` runs it.

Both take turns, so that whatever else the computer does slows both. Nothing is installed: the
frozen folder is what the package holds.
"""

from __future__ import annotations

import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psutil

from installer.linux.freeze import frozen_folder
from installer.surroundings import VENV, megabytes
from installer.toolchain.environment import program
from tests.desktop.desktop_session import DesktopSession
from tests.install_trial.api_caller import ApiCaller

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RUNS: Final = 5
_PORT: Final = "8793"
_LOOK_S: Final = 0.01
_LIMIT_S: Final = 60.0


@dataclass(slots=True)
class Figures:
    """Seconds to what was waited for, and bytes resident then."""

    seconds: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        least, most = min(self.seconds), max(self.seconds)
        middle, bytes_held = statistics.median(self.seconds), int(statistics.median(self.memory))
        return f"{middle:.2f} s ({least:.2f} to {most:.2f} s), {megabytes(bytes_held)}"


def measure_once(
    line: Sequence[str], extra_environment: dict[str, str], is_there: Callable[[], bool], into: Figures
) -> None:
    """Start with an empty data folder, wait, look, and end it."""
    with tempfile.TemporaryDirectory(prefix="counterpart-measured-") as folder:
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "COUNTERPART_DATA_DIR": folder, **extra_environment}
        began = time.monotonic()
        process = subprocess.Popen(list(line), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not is_there() and time.monotonic() < began + _LIMIT_S:
            time.sleep(_LOOK_S)
        into.seconds.append(time.monotonic() - began)
        into.memory.append(int(psutil.Process(process.pid).memory_info().rss))
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def main() -> None:
    """Print the table's figures."""
    ways = {
        "packaged": str(frozen_folder() / "counterpart"),
        "from source": str(program(VENV, "counterpart")),
    }
    served = {name: Figures() for name in ways}
    for _ in range(RUNS):
        for name, path in ways.items():
            answers = ApiCaller(f"http://127.0.0.1:{_PORT}").is_up
            measure_once([path, "serve", "--port", _PORT], {}, answers, served[name])
    docked = {name: Figures() for name in ways}
    with DesktopSession(bus=False) as session:
        for _ in range(RUNS):
            for name, path in ways.items():
                shown = {"DISPLAY": session.environment["DISPLAY"], "QT_QPA_PLATFORM": "xcb"}
                measure_once([path, "--hidden"], shown, lambda: "Counterpart" in session.read_tray(), docked[name])
    for what, found in (("serve, first answer", served), ("window, docked icon", docked)):
        for name, figures in found.items():
            sys.stdout.write(f"{what}, {name}: {figures}\n")
    sys.stdout.write(f"load {os.getloadavg()[0]:.1f}, {shutil.disk_usage(Path.cwd()).free // 2**30} GiB free\n")


if __name__ == "__main__":
    main()
