"""`try windows`: the set-up in a Wine prefix, from the silent install to removal."""

from __future__ import annotations

import json
import os
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.system.installation import Installation
from bridge.system.instance_lock import running_process_id
from bridge.updates.contents import LIST, write_list
from installer.surroundings import BUILD, DIST, TRIAL_PACKAGES, megabytes, need, tree_size
from installer.toolchain.errors import SetupError
from installer.windows.setup import TREE, set_up_file
from installer.windows.wine_prefix import WinePrefix
from service.version import VERSION
from tests.desktop.desktop_session import DesktopSession
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.private_computer import SmallDisk, enter_private_mounts, enter_private_network
from tests.install_trial.trial_checks import LIMIT_S, TrialChecks, is_busy, wait_until
from tests.install_trial.trial_feed import NEWEST, AnswerWatch
from tests.install_trial.windows_feed_trial import as_version, hold_files, newer_set_ups, replace_module, try_feed
from tests.install_trial.windows_first_order import run_first_order

if TYPE_CHECKING:
    import subprocess

    from installer.windows.wine_prefix import WinePrefix

NAME: Final = "Counterpart"
PICTURE: Final = BUILD / "trial" / "windows-attached.png"
_END_S: Final = 10.0
_CLOSES_S: Final = 60.0
ADDRESS: Final = "http://127.0.0.1:8710"
OLDER_VERSION: Final = "0.0.1"
MUTE_VERSION: Final = "9.0.0"
_BACK_S: Final = 10.0
PICTURE_WINDOWS_TRIAL: Final = BUILD / "trial" / "windows-window.png"
RUN_KEY: Final = "Software\\Microsoft\\Windows\\CurrentVersion\\Run"
UNINSTALL_KEY: Final = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Counterpart"
SERVED: Final = "http://127.0.0.1:8792"


def try_service(wine: WinePrefix, folder: Path, screen: DesktopSession, steps: TrialChecks) -> None:
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
    steps.check("the window is there all the time", window.poll() is None and bool(screen.list_windows(NAME)))
    state = _service(wine, folder, "remove")
    steps.check("the service is removed", state["installed"] is False and not caller.is_up(), str(state))
    wine.run(TREE / "closer.exe", wine.path(folder))
    window.wait(_CLOSES_S)


def _attach_window(wine: WinePrefix, folder: Path, screen: DesktopSession, steps: TrialChecks) -> subprocess.Popen[str]:
    """Open the window, which has to use the service in the place of one of its own."""
    service = running_process_id(wine.local / NAME)
    window = wine.start(folder / "counterpartw.exe")
    screen.wait_for_window(NAME, LIMIT_S)
    steps.note(f"picture: {screen.save_painted_picture(PICTURE, LIMIT_S)}")
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


def newest_set_up() -> Path:
    """The set-up in dist/. SetupError where there is none."""
    file = DIST / f"Counterpart-{VERSION}-setup.exe"
    if not file.exists() or not TREE.exists():
        raise SetupError("There is no set-up yet. Run: python3 dev.py package windows")
    return file


def run_windows_trial() -> None:
    """Prove everything that docs/installing.md says of the set-up.
    SetupError at the first thing that does not hold.
    """
    need(TRIAL_PACKAGES["windows"])
    set_up, steps, began = newest_set_up(), TrialChecks("the Windows set-up"), time.monotonic()
    older = set_up_file(
        as_version(TREE, OLDER_VERSION, BUILD / "trial" / "older-tree"),
        OLDER_VERSION,
        BUILD / "trial" / "older",
        quick=True,
    )
    mute = set_up_file(_as_mute(BUILD / "trial" / "mute-tree"), MUTE_VERSION, BUILD / "trial" / "mute", quick=True)
    newer = newer_set_ups()
    enter_private_network()
    has_disk = enter_private_mounts()
    with (
        DesktopSession(bus=False) as screen,
        closing(WinePrefix(screen.environment["DISPLAY"])) as wine,
        ExitStack() as stack,
    ):
        disk = stack.enter_context(closing(SmallDisk(wine.local))) if has_disk else None
        folder = wine.local / "Programs" / "Counterpart"
        _install(wine, older, folder, steps)
        key = _serve(wine, folder, steps)
        try_service(wine, folder, screen, steps)
        _open_window(wine, folder, screen, steps)
        _upgrade(wine, set_up, folder, screen, key, steps)
        try_mute_version(wine, mute, steps, VERSION)
        try_feed(wine, folder, newer, disk, steps)
        _keep_newer(wine, older, steps)
        _refuse_other_folder(wine, set_up, steps)
        _remove(wine, folder, steps)
        _install_again(wine, set_up, folder, steps)
    run_first_order(set_up, steps)
    print(f"{len(steps.passed)} things proven in Wine in {time.monotonic() - began:.0f} s", flush=True)


def _as_mute(out: Path) -> Path:
    """A newer version that answers on empty data, and whose tray program ends at once."""
    tree = as_version(TREE, MUTE_VERSION, out)
    module, first = tree / "program" / "bridge" / "__main__.py", "from __future__ import annotations\n"
    text = module.read_text(encoding="utf-8")
    replace_module(module, text.replace(first, f"{first}import sys\nif '--hidden' in sys.argv: sys.exit(1)\n"))
    (tree / LIST).unlink()
    write_list(tree)
    return tree


def _install(wine: WinePrefix, older: Path, folder: Path, steps: TrialChecks) -> None:
    code, said = wine.run(older, "/S", "/AUTOSTART=1")
    steps.check("the silent set-up ends with 0, without an administrator", code == 0, f"{code} {said}")
    steps.check(
        "program and start menu entry are there",
        (folder / "counterpart.exe").exists() and (wine.menu / "Counterpart.lnk").exists(),
    )
    run_key = wine.registry(RUN_KEY)
    steps.check("start at login is written, hidden in the tray", 'counterpartw.exe" --hidden' in run_key, run_key)
    entry = wine.registry(UNINSTALL_KEY)
    steps.check("it is among the installed programs with its version", f"REG_SZ    {OLDER_VERSION}" in entry, entry)
    steps.note(f"installed tree {megabytes(tree_size(folder))}")


def _counterpart(wine: WinePrefix, folder: Path, *words: str) -> str:
    code, said = wine.run(folder / "counterpart.exe", *words)
    if code:
        raise SetupError(f"counterpart.exe {' '.join(words)} ended with {code}: {said.strip()}")
    return said


def _start_serving(wine: WinePrefix, folder: Path, steps: TrialChecks) -> subprocess.Popen[str]:
    began = time.monotonic()
    process = wine.start(folder / "counterpart.exe", "serve", "--port", "8792")
    wait_until("the service answers", lambda: ApiCaller(SERVED).is_up() or process.poll() is not None)
    steps.note(f"start to the first answer {time.monotonic() - began:.2f} s in Wine")
    return process


def _serve(wine: WinePrefix, folder: Path, steps: TrialChecks) -> str:
    said = _counterpart(wine, folder, "--version")
    steps.check("counterpart.exe says its version", OLDER_VERSION in said, said)
    key = str(json.loads(_counterpart(wine, folder, "keys", "create", "Trial", "--json"))["key"])
    serving = _start_serving(wine, folder, steps)
    caller = ApiCaller(SERVED, key)
    answer = caller.upload("TRIAL-1")
    steps.check("counterpart.exe serve answers an upload", bool(answer), str(answer))
    steps.check("the item is held", "TRIAL-1" in caller.skus())
    logged = _counterpart(wine, folder, "log", "list", "--json")
    steps.check("both calls are in the call log", logged.count("/v1/items") >= 2, logged)
    made = _counterpart(wine, folder, "webhooks", "add", "http://127.0.0.1:9/", "--event", "order.placed", "--json")
    steps.check("a webhook's secret was made", "whsec_" in made, made)
    wait_until("Wine has written its registry", lambda: "credential manager" in _registry_file(wine))
    kept = [
        line for line in _registry_file(wine).splitlines() if "credential manager" in line and "counterpart" in line
    ]
    steps.check("and lies in the Credential Manager", bool(kept))
    files = [path.name for path in (wine.local / "Counterpart").rglob("*") if path.name.startswith("secrets")]
    steps.check("the data folder holds no file of secrets", not files, ", ".join(files))
    run_closer(wine, folder)
    steps.check("serve ends when the set-up asks for it", serving.wait(20) is not None)
    return key


def _registry_file(wine: WinePrefix) -> str:
    return (wine.prefix / "user.reg").read_text(encoding="utf-8", errors="replace").lower()


def run_closer(wine: WinePrefix, folder: Path) -> int:
    """What an upgrade and the removal do first: end what runs from the folder."""
    return wine.run(TREE / "closer.exe", wine.path(folder))[0]


def _open_window(wine: WinePrefix, folder: Path, screen: DesktopSession, steps: TrialChecks) -> None:
    process = wine.start(folder / "counterpartw.exe", "--hidden")
    caller = ApiCaller("http://127.0.0.1:8710")
    wait_until("the tray program answers", lambda: caller.is_up() or process.poll() is not None)
    steps.check("the tray program answers calls, opened hidden", caller.is_up(), "it ended")
    run_closer(wine, folder)
    process.wait(20)
    is_clean = not (wine.local / "Counterpart" / "running").exists()
    steps.check("before it was shown it ends cleanly when the set-up asks for it", is_clean, "it was ended by force")
    wine.start(folder / "counterpartw.exe", "--hidden")
    wait_until("the tray program answers", caller.is_up)
    second = wine.start(folder / "counterpartw.exe")
    screen.wait_for_window("Counterpart", LIMIT_S)
    steps.check("a second start shows the window of the first", bool(screen.list_windows("Counterpart")))
    second.wait(60)
    steps.note(f"picture: {screen.save_painted_picture(PICTURE_WINDOWS_TRIAL, LIMIT_S)}")


def _upgrade(
    wine: WinePrefix, set_up: Path, folder: Path, screen: DesktopSession, key: str, steps: TrialChecks
) -> None:
    caller = ApiCaller("http://127.0.0.1:8710", key)
    began = time.monotonic()
    with AnswerWatch(caller.address) as watch:
        code, said = wine.run(set_up, "/S")
        steps.check("an upgrade over the running program ends with 0", code == 0, f"{code} {said}")
        wait_until("what ran runs again", caller.is_up)
    steps.note(f"the upgrade took {time.monotonic() - began:.0f} s in Wine, and no call was answered for "
               f"{watch.silent_s:.1f} s of them (load {os.getloadavg()[0]:.1f})")  # fmt: skip
    steps.check("what ran runs again, as the newer version", caller.get("/health").get("version") == VERSION)
    steps.check("hidden, though its window was shown before", not screen.list_windows("Counterpart"))
    steps.check("every call was answered by the one or the other", watch.versions == [OLDER_VERSION, VERSION],
                str(watch.versions))  # fmt: skip
    if not is_busy():
        steps.check(f"it is back within {_BACK_S:.0f} s", watch.silent_s < _BACK_S, f"{watch.silent_s:.1f} s")
    entry = wine.registry(UNINSTALL_KEY)
    steps.check("the installed programs show the newer version", f"REG_SZ    {VERSION}" in entry, entry)
    steps.check("start at login stays as chosen", "--hidden" in wine.registry(RUN_KEY))
    steps.check("key and item are still there", "TRIAL-1" in caller.skus())
    listed = _counterpart(wine, folder, "webhooks", "list", "--json")
    steps.check("and the webhook target", "127.0.0.1:9" in listed, listed)


def try_mute_version(wine: WinePrefix, mute: Path, steps: TrialChecks, before: str) -> None:
    """The version before comes back by itself, as it ran, where the newer one does not answer."""
    code, said = wine.run(mute, "/S")
    steps.check("an upgrade to a version that does not answer does not end with 0", code != 0, said)
    caller = ApiCaller("http://127.0.0.1:8710")
    wait_until("the version before answers", caller.is_up)
    answer = caller.get("/health")
    steps.check("the version before runs again", answer.get("version") == before, f"{code} {answer}")
    entry = wine.registry(UNINSTALL_KEY)
    steps.check("and is the installed one", f"REG_SZ    {before}" in entry, entry)


def _keep_newer(wine: WinePrefix, older: Path, steps: TrialChecks) -> None:
    code, said = wine.run(older, "/S")
    steps.check("an older set-up is refused with 7", code == 7, f"{code} {said}")
    steps.check("and changes nothing", ApiCaller("http://127.0.0.1:8710").get("/health").get("version") == NEWEST)


def _refuse_other_folder(wine: WinePrefix, set_up: Path, steps: TrialChecks) -> None:
    shop = wine.prefix / "drive_c" / "Shop"
    mine = shop / "program" / "mine.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="ascii")
    code, said = wine.run(set_up, "/S", "/D=C:\\Shop")
    left = sorted(path.name for path in shop.rglob("*"))
    steps.check("a folder that holds something else is refused with 3 and left as it is",
                code == 3 and left == ["mine.txt", "program"], f"{code} {said} {left}")  # fmt: skip


def _remove(wine: WinePrefix, folder: Path, steps: TrialChecks) -> None:
    current = Installation(folder).folder(Installation(folder).current() or "")
    other = current / "library" / "somebody's own.txt"
    other.write_text("mine", encoding="ascii")
    silent_removal = (folder / "uninstall.exe", "/S", f"_?={wine.path(folder)}")
    with hold_files(wine, current / "program" / "bridge" / "__main__.py"):
        code, said = wine.run(*silent_removal)
    steps.check("a removal that has to remove a file in use ends with 5", code == 5, f"{code} {said}")
    is_listed = f"REG_SZ    {NEWEST}" in wine.registry(UNINSTALL_KEY)
    steps.check("and can be run again", is_listed and silent_removal[0].exists(), wine.registry(UNINSTALL_KEY))
    code, said = wine.run(*silent_removal)
    steps.check("silent removal ends with 0", code == 0, f"{code} {said}")
    steps.check("a file that the set-up did not bring is still there", other.exists())
    stays = ("uninstall.exe", "counterpart-folder.txt", other.name)
    left = [path for path in folder.rglob("*") if path.is_file() and path.name not in stays]
    steps.check("nothing of the program is left but the mark of its folder", not left, ", ".join(map(str, left[:5])))
    steps.check("neither menu entry nor start at login nor entry in the installed programs",
                not (wine.menu / "Counterpart.lnk").exists() and "counterpart" not in wine.registry(RUN_KEY).lower()
                and not wine.registry(UNINSTALL_KEY))  # fmt: skip
    steps.check("the data is kept", any((wine.local / "Counterpart").glob("*.db")))


def _install_again(wine: WinePrefix, set_up: Path, folder: Path, steps: TrialChecks) -> None:
    code, said = wine.run(set_up, "/S")
    steps.check("a later set-up uses the folder in which a file of somebody was left", code == 0, f"{code} {said}")
    steps.check("and finds the data", "TRIAL-1" in _counterpart(wine, folder, "items", "list", "--json"))
