"""A part of `try linux`: the service as a unit of the system and as one of a user, with systemd as
the first process: started, killed, stopped, upgraded, and started at power-on without a login.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Final

from service.version import VERSION
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.booted.booted_root import SYSTEMD, BootedRoot, find_groups
from tests.install_trial.debian_root import PLAIN_USER
from tests.install_trial.feed.answer_watch import AnswerWatch
from tests.install_trial.feed.feed_checks import check_silence, check_uploads
from tests.install_trial.trial_checks import find_back_limit_s, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.install_trial.debian_root import DebianRoot
    from tests.install_trial.trial_checks import TrialChecks

_ADDRESS: Final = "http://127.0.0.1:8710"
_SYSTEM_UNIT: Final = f"counterpart@{PLAIN_USER.name}.service"
_USER_UNIT: Final = "counterpart.service"
_MANAGER: Final = f"user@{PLAIN_USER.number}.service"
_STOP_S: Final = 10.0


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
