"""A part of `try windows`: the Windows service, by Wine's own service manager."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.instance_lock import running_process_id
from installer.toolchain.errors import SetupError
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import TrialChecks, wait_until

if TYPE_CHECKING:
    from installer.windows.wine_prefix import WinePrefix

NAME: Final = "Counterpart"
ADDRESS: Final = "http://127.0.0.1:8710"


def try_service(wine: WinePrefix, folder: Path, steps: TrialChecks) -> None:
    """Install it, call it, kill its program, stop, start and remove it."""
    state = _service(wine, folder, "install")
    steps.check("the service is installed and runs", state["installed"] is True and state["active"] is True, str(state))
    caller, data = ApiCaller(ADDRESS), wine.local / NAME
    wait_until("the service answers", caller.is_up)
    first = running_process_id(data)
    wine.run("taskkill", "/f", "/pid", str(first))
    wait_until("the killed program runs again", lambda: running_process_id(data) not in (first, None))
    wait_until("it answers again", caller.is_up)
    code, said = wine.run("net", "stop", NAME)
    wait_until("the service has ended", lambda: not caller.is_up() and not (data / "running").exists())
    steps.check("a killed program starts again, and `net stop` ends it cleanly", code == 0, said)
    code, said = wine.run("net", "start", NAME)
    wait_until("the service answers after `net start`", caller.is_up)
    steps.check("`net start` starts it again", code == 0, said)
    state = _service(wine, folder, "remove")
    steps.check("the service is removed", state["installed"] is False and not caller.is_up(), str(state))


def _service(wine: WinePrefix, folder: Path, verb: str) -> dict[str, object]:
    code, said = wine.run(folder / "counterpart.exe", "service", verb, "--json")
    if code:
        raise SetupError(f"`service {verb}` ended with {code}: {said.strip()}")
    answer = json.loads(said)
    return answer if isinstance(answer, dict) else {}
