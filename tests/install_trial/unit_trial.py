"""The units of the Debian package, run by a real systemd."""

from __future__ import annotations

import json
import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import psutil

from installer.surroundings import run
from installer.toolchain.errors import SetupError
from service.version import VERSION
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.debian_root import PLAIN_USER
from tests.install_trial.trial_checks import find_back_limit_s, wait_until
from tests.install_trial.trial_feed import AnswerWatch, check_silence, check_uploads

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from tests.install_trial.debian_root import DebianRoot
    from tests.install_trial.trial_checks import TrialChecks

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
_ADDRESS: Final = "http://127.0.0.1:8710"
_SYSTEM_UNIT: Final = f"counterpart@{PLAIN_USER.name}.service"
_USER_UNIT: Final = "counterpart.service"
_MANAGER: Final = f"user@{PLAIN_USER.number}.service"
_STOP_S: Final = 10.0


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


def prepare_units(root: DebianRoot) -> None:
    """Install systemd, while packages can be fetched."""
    root.run("apt-get", "-q", "install", "-y", "--no-install-recommends", *SYSTEMD)


def try_units(root: DebianRoot, package: Path, older: Path, steps: TrialChecks) -> None:
    """Begins and ends with `package` installed, whose file and that of `older` are in /root, and
    nothing running.
    """
    groups = find_groups()
    if groups is None:
        steps.note("without control groups of version 2 here, systemd was not tried")
        return
    key = str(json.loads(root.run(*PLAIN_USER.line("counterpart", "keys", "create", "Unit", "--json")))["key"])
    with BootedRoot(root, groups) as computer:
        trial = _UnitTrial(computer, ApiCaller(_ADDRESS, key), steps)
        trial.try_system_unit(package, older)
        trial.try_user_unit(package, older)
    with BootedRoot(root, groups) as computer:
        trial = _UnitTrial(computer, ApiCaller(_ADDRESS, key), steps)
        trial.try_power_on()


class _UnitTrial:
    """One run of the computer. `caller` has a key of the user's shop."""

    def __init__(self, computer: BootedRoot, caller: ApiCaller, steps: TrialChecks) -> None:
        self._computer, self._caller, self._steps = computer, caller, steps

    def try_system_unit(self, package: Path, older: Path) -> None:
        """The administrator's way; the unit is off again at the end."""
        began = time.monotonic()
        self._run("systemctl", "enable", "--now", _SYSTEM_UNIT)
        self._await_answer()
        start_s = time.monotonic() - began
        self._steps.check(f"{_SYSTEM_UNIT} answers, as that user", self._owner(_SYSTEM_UNIT) == PLAIN_USER.name)
        self._run("systemctl", "kill", "--signal=KILL", _SYSTEM_UNIT)
        began = time.monotonic()
        wait_until("it has ended", lambda: not self._caller.is_up())
        self._await_answer()
        self._steps.check(f"systemd starts it again where it is killed, after {time.monotonic() - began:.1f} s", True)
        self._upgrade("unit of the system", package, older, start_s, lambda: self._process(_SYSTEM_UNIT))
        self._steps.check("as a unit again", self._owner(_SYSTEM_UNIT) == PLAIN_USER.name)
        began = time.monotonic()
        self._run("systemctl", "disable", "--now", _SYSTEM_UNIT)
        seconds = time.monotonic() - began
        self._steps.check(f"it stops within {seconds:.1f} s", seconds < _STOP_S and not self._caller.is_up())
        journal = self._run("journalctl", "--no-pager", "--unit", _SYSTEM_UNIT)
        self._steps.check("what it printed is in the journal", "counterpart[" in journal, journal)

    def try_user_unit(self, package: Path, older: Path) -> None:
        """The way without an administrator; the unit is on at the end."""
        self._run("loginctl", "enable-linger", PLAIN_USER.name)
        manager = ("systemctl", "show", "-PActiveState", _MANAGER)
        wait_until("the user's systemd runs", lambda: self._run(*manager).strip() == "active")
        began = time.monotonic()
        said = self._as_user("counterpart", "service", "install")
        self._await_answer()
        start_s = time.monotonic() - began
        is_on = "Starts at power-on" in said and "no" not in said.split()
        self._steps.check("`counterpart service install` starts a unit of the user", is_on, said)
        self._upgrade("unit of a user", package, older, start_s, self._user_process)
        state = self._as_user("systemctl", "--user", "is-active", _USER_UNIT)
        self._steps.check("as the user's unit again", state.strip() == "active", state)

    def try_power_on(self) -> None:
        """After the computer was switched off without a warning; nothing is left on at the end."""
        self._await_answer()
        self._steps.check("the user's unit answers after power-on, without a login", self._user_process() > 0)
        self._steps.check("with its data", "TRIAL-1" in self._caller.skus())
        said = self._as_user("counterpart", "service", "remove")
        self._steps.check("`counterpart service remove` ends it", not self._caller.is_up(), said)
        self._run("loginctl", "disable-linger", PLAIN_USER.name)

    def _upgrade(self, name: str, package: Path, older: Path, start_s: float, process: Callable[[], int]) -> None:
        """There from the older version, to which it returns first."""
        for file, way in ((older, "returns"), (package, "is upgraded")):
            with AnswerWatch(_ADDRESS, self._caller.key) as watch:
                self._install(file, process)
            self._steps.note(f"the {name} {way}")
            check_silence(name, watch, find_back_limit_s(start_s), self._steps)
            check_uploads(watch, self._caller.skus(), self._steps)
        version = self._caller.get("/health").get("version")
        self._steps.check("the newer version answers", version == VERSION, str(version))

    def _install(self, file: Path, process: Callable[[], int]) -> None:
        """Until another process answers."""
        before = process()
        self._run("env", "COUNTERPART_ROLLBACK=1", "dpkg", "--install", f"/root/{file.name}")
        wait_until("the other version runs", lambda: process() not in {0, before})
        self._await_answer()

    def _await_answer(self) -> None:
        wait_until("the unit answers", self._caller.is_up)

    def _process(self, unit: str) -> int:
        return int(self._run("systemctl", "show", "-PMainPID", unit))

    def _user_process(self) -> int:
        return int(self._as_user("systemctl", "--user", "show", "-PMainPID", _USER_UNIT))

    def _owner(self, unit: str) -> str:
        return self._run("stat", "-c", "%U", f"/proc/{self._process(unit)}").strip()

    def _as_user(self, *words: str) -> str:
        home = f"XDG_RUNTIME_DIR=/run/user/{PLAIN_USER.number}"
        return self._run(*PLAIN_USER.line(home, *words))

    def _run(self, *words: str) -> str:
        return self._computer.run(*words)
