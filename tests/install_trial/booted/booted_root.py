"""A Debian root whose first process is systemd, like that of a computer after power-on."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import psutil

from installer.places import run
from installer.toolchain.errors import SetupError
from tests.install_trial.trial_checks import wait_until

if TYPE_CHECKING:
    from types import TracebackType

    from tests.install_trial.debian_root import DebianRoot

SYSTEMD: Final = ("systemd", "systemd-sysv", "libpam-systemd", "dbus")
"""What a computer has that a minimal root has not."""

_BOOT: Final = """
set -e
mkdir "$2"
echo $$ > "$2/cgroup.procs"
exec unshare --mount --pid --cgroup --uts --ipc --fork --kill-child sh -c '
    set -e
    mount --make-rprivate /
    mount --rbind "$1" "$1"
    cd "$1"
    mount -t proc proc proc
    mount -t sysfs sysfs sys -o ro || mount --bind /sys sys
    mount -t cgroup2 cgroup2 sys/fs/cgroup
    for folder in run tmp dev; do mount -t tmpfs tmpfs $folder; done
    for name in null zero full random urandom tty; do : > dev/$name; mount --bind /dev/$name dev/$name; done
    mkdir dev/pts dev/shm
    mount -t devpts devpts dev/pts -o newinstance,ptmxmode=0666
    ln -s pts/ptmx dev/ptmx
    mount -t tmpfs tmpfs dev/shm
    hostname trial
    exec chroot . env -i container=trial PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
' sh "$1"
"""
"""The root, and a control group for all of it. The network is that of the caller."""
_VARIABLES: Final = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
_STARTED: Final = ("running", "degraded")
"""A container has no part of some units, such as those for consoles."""


def find_groups() -> Path | None:
    """Where this computer has the control groups that systemd needs; None if nowhere."""
    for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines():
        _, place, kind, *_ = line.split()
        if kind == "cgroup2":
            return Path(place)
    return None


class BootedRoot:
    """Switched on by `with`, and off in one moment at its end."""

    def __init__(self, root: DebianRoot, groups: Path) -> None:
        self._line = ["sh", "-c", _BOOT, "sh", str(root.path)]
        self._group = groups / f"counterpart-trial-{os.getpid()}"

    def __enter__(self) -> Self:
        """SetupError if it does not start."""
        self._outside = subprocess.Popen(
            [*self._line, str(self._group)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            wait_until("systemd is the first process", lambda: self._inside() != 0)
            wait_until("systemd has started what it has to", lambda: self._state() in _STARTED)
        except BaseException:
            self._switch_off()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._switch_off()

    def run(self, *words: str) -> str:
        """Run inside to the end; what it printed. SetupError where it did not work."""
        return run([*self._enter(), *words], extra=_VARIABLES)

    def _switch_off(self) -> None:
        self._outside.kill()
        self._outside.communicate()
        if not self._group.exists():
            return
        events = self._group / "cgroup.events"
        wait_until("all of it has ended", lambda: "populated 0" in events.read_text(encoding="ascii"))
        for folder in sorted(self._group.rglob("*/"), reverse=True):
            folder.rmdir()
        self._group.rmdir()

    def _enter(self) -> list[str]:
        kinds = ("--mount", "--pid", "--uts", "--ipc", "--cgroup", "--root", "--wd")
        return ["nsenter", f"--target={self._inside()}", *kinds]

    def _inside(self) -> int:
        """The process number of systemd as it is outside; 0 while it has not been started."""
        if self._outside.poll() is not None:
            said = self._outside.stderr.read().decode() if self._outside.stderr else ""
            raise SetupError(f"systemd could not be started: {said.strip()}")
        with suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self._outside.pid).children():
                if child.name() == "systemd":
                    return child.pid
        return 0

    def _state(self) -> str:
        line = [*self._enter(), "systemctl", "is-system-running"]
        return subprocess.run(line, env=_VARIABLES, capture_output=True, text=True, check=False).stdout.strip()
