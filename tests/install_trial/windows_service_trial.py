"""A part of `try windows`: the Windows service, by Wine's own service manager."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.system.instance_lock import running_process_id
from installer.surroundings import BUILD
from installer.toolchain.errors import SetupError
from installer.windows.setup import TREE
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import LIMIT_S, TrialChecks, is_busy, wait_until

if TYPE_CHECKING:
    import subprocess

    from installer.windows.wine_prefix import WinePrefix
    from tests.install_trial.virtual_screen import VirtualScreen

NAME: Final = "Counterpart"
PICTURE: Final = BUILD / "trial" / "windows-attached.png"
_END_S: Final = 10.0
_CLOSES_S: Final = 60.0
ADDRESS: Final = "http://127.0.0.1:8710"


def try_service(wine: WinePrefix, folder: Path, screen: VirtualScreen, steps: TrialChecks) -> None:
    """Install it, call it, attach a window, stop, start and remove it."""
    state = _service(wine, folder, "install")
    steps.check("the service is installed and runs", state["installed"] is True and state["active"] is True, str(state))
    caller = ApiCaller(ADDRESS)
    wait_until("the service answers", caller.is_up)
    window = _attach_window(wine, folder, screen, steps)
    _stop(wine, steps)
    code, said = wine.run("net", "start", NAME)
    steps.check("`net start` starts it again", code == 0, said)
    wait_until("the service answers after `net start`", caller.is_up)
    steps.check("the window is there all the time", window.poll() is None and bool(screen.windows(NAME)))
    state = _service(wine, folder, "remove")
    steps.check("the service is removed", state["installed"] is False and not caller.is_up(), str(state))
    wine.run(TREE / "closer.exe", wine.path(folder))
    window.wait(_CLOSES_S)


def _attach_window(wine: WinePrefix, folder: Path, screen: VirtualScreen, steps: TrialChecks) -> subprocess.Popen[str]:
    """Open the window, which has to use the service in the place of one of its own."""
    service = running_process_id(wine.local / NAME)
    window = wine.start(folder / "counterpartw.exe")
    screen.wait_for_window(NAME, LIMIT_S)
    screen.wait_until_painted()
    steps.note(f"picture: {screen.save_picture(PICTURE)}")
    goes_on = running_process_id(wine.local / NAME) == service
    steps.check("the window opens next to the service of the same data folder", goes_on and window.poll() is None)
    return window


def _stop(wine: WinePrefix, steps: TrialChecks) -> None:
    caller, data, began = ApiCaller(ADDRESS), wine.local / NAME, time.monotonic()
    code, said = wine.run("net", "stop", NAME)
    wait_until("the service has ended", lambda: not caller.is_up() and not (data / "running").exists())
    seconds = time.monotonic() - began
    steps.check("`net stop` ends it cleanly", code == 0, said)
    steps.note(f"it ended within {seconds:.1f} s (load {os.getloadavg()[0]:.1f})")
    if not is_busy():
        steps.check(f"and within {_END_S:.0f} s", seconds < _END_S, f"{seconds:.1f} s")
    # Wine's `net stop` does not wait for the service manager, which refuses a start until then.
    wait_until("the service is called stopped", lambda: "STOPPED" in wine.run("sc", "query", NAME)[1])


def _service(wine: WinePrefix, folder: Path, verb: str) -> dict[str, object]:
    code, said = wine.run(folder / "counterpart.exe", "service", verb, "--json")
    if code:
        raise SetupError(f"`service {verb}` ended with {code}: {said.strip()}")
    answer = json.loads(said)
    return answer if isinstance(answer, dict) else {}
