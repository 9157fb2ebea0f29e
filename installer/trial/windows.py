"""`try windows`: the set-up in Wine, from the silent install to removal."""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.places import BUILD, DIST, megabytes, tree_size
from installer.toolchain.errors import SetupError
from installer.trial.calls import Caller
from installer.trial.network import own_network
from installer.trial.screen import Screen
from installer.trial.steps import Steps, wait_until
from installer.trial.windows_walk import walk
from installer.trial.wine import Wine
from installer.windows.setup import TREE, set_up_file
from service.version import VERSION

if TYPE_CHECKING:
    import subprocess

OLDER: Final = "0.0.1"
PICTURE: Final = BUILD / "trial" / "windows-window.png"
RUN_KEY: Final = "Software\\Microsoft\\Windows\\CurrentVersion\\Run"
UNINSTALL_KEY: Final = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Counterpart"
SERVED: Final = "http://127.0.0.1:8792"


def newest_set_up() -> Path:
    """The set-up in dist/. SetupError where there is none."""
    file = DIST / f"Counterpart-{VERSION}-setup.exe"
    if not file.exists() or not TREE.exists():
        raise SetupError("There is no set-up yet. Run: python3 dev.py package windows")
    return file


def trial() -> None:
    """Prove everything that docs/installing.md says of the set-up. SetupError at the first thing that does not hold."""
    set_up, steps, began = newest_set_up(), Steps("the Windows set-up"), time.monotonic()
    older = set_up_file(TREE, OLDER, BUILD / "trial" / "older", quick=True)
    own_network()
    with Screen() as screen, closing(Wine(screen.display)) as wine:
        folder = wine.local / "Programs" / "Counterpart"
        _install(wine, older, folder, steps)
        key = _serve(wine, folder, steps)
        _open_window(wine, folder, screen, steps)
        _upgrade(wine, set_up, folder, key, steps)
        _remove(wine, folder, steps)
    walk(set_up, steps)
    print(f"{len(steps.proven)} things proven in Wine in {time.monotonic() - began:.0f} s", flush=True)


def _install(wine: Wine, older: Path, folder: Path, steps: Steps) -> None:
    code, said = wine.run(older, "/S", "/AUTOSTART=1")
    steps.prove("the silent set-up ends with 0, without an administrator", code == 0, said)
    steps.prove(
        "program and start menu entry are there",
        (folder / "counterpart.exe").exists() and (wine.menu / "Counterpart.lnk").exists(),
    )
    run_key = wine.registry(RUN_KEY)
    steps.prove("start at login is written, hidden in the tray", 'counterpartw.exe" --hidden' in run_key, run_key)
    entry = wine.registry(UNINSTALL_KEY)
    steps.prove("it is among the installed programs with its version", f"REG_SZ    {OLDER}" in entry, entry)
    steps.note(f"installed tree {megabytes(tree_size(folder))}")
    wine.mend(folder)


def _counterpart(wine: Wine, folder: Path, *words: str) -> str:
    code, said = wine.run(folder / "counterpart.exe", *words)
    if code:
        raise SetupError(f"counterpart.exe {' '.join(words)} ended with {code}: {said.strip()}")
    return said


def _start_serving(wine: Wine, folder: Path, steps: Steps) -> subprocess.Popen[str]:
    began = time.monotonic()
    process = wine.start(folder / "counterpart.exe", "serve", "--port", "8792")
    wait_until("the service answers", lambda: Caller(SERVED).is_up() or process.poll() is not None)
    steps.note(f"start to the first answer {time.monotonic() - began:.2f} s in Wine")
    return process


def _serve(wine: Wine, folder: Path, steps: Steps) -> str:
    said = _counterpart(wine, folder, "--version")
    steps.prove("counterpart.exe says its version", VERSION in said, said)
    key = str(json.loads(_counterpart(wine, folder, "keys", "create", "Trial", "--json"))["key"])
    serving = _start_serving(wine, folder, steps)
    caller = Caller(SERVED, key)
    answer = caller.upload("TRIAL-1")
    steps.prove("counterpart.exe serve answers an upload", bool(answer), str(answer))
    steps.prove("the item is held", "TRIAL-1" in caller.skus())
    logged = _counterpart(wine, folder, "log", "list", "--json")
    steps.prove("both calls are in the call log", logged.count("/v1/items") >= 2, logged)
    made = _counterpart(wine, folder, "webhooks", "add", "http://127.0.0.1:9/", "--event", "order.placed", "--json")
    steps.prove("a webhook's secret was made", "whsec_" in made, made)
    wait_until("Wine has written its registry", lambda: "credential manager" in _registry_file(wine))
    kept = [
        line for line in _registry_file(wine).splitlines() if "credential manager" in line and "counterpart" in line
    ]
    steps.prove("and lies in the Credential Manager", bool(kept))
    files = [path.name for path in (wine.local / "Counterpart").rglob("*") if path.name.startswith("secrets")]
    steps.prove("the data folder holds no file of secrets", not files, ", ".join(files))
    closer(wine, folder)
    steps.prove("serve ends when the set-up asks for it", serving.wait(20) is not None)
    return key


def _registry_file(wine: Wine) -> str:
    return (wine.prefix / "user.reg").read_text(encoding="utf-8", errors="replace").lower()


def closer(wine: Wine, folder: Path) -> int:
    """What set-up and removal do first: end what runs from the folder."""
    return wine.run(BUILD / "windows" / "closer.exe", _windows_path(wine, folder))[0]


def _windows_path(wine: Wine, path: Path) -> str:
    return "C:\\" + str(path.relative_to(wine.prefix / "drive_c")).replace("/", "\\")


def _open_window(wine: Wine, folder: Path, screen: Screen, steps: Steps) -> None:
    process = wine.start(folder / "counterpartw.exe", "--hidden")
    caller = Caller("http://127.0.0.1:8710")
    wait_until("the tray program answers", lambda: caller.is_up() or process.poll() is not None)
    steps.prove("the tray program answers calls, opened hidden", caller.is_up(), "it ended")
    second = wine.start(folder / "counterpartw.exe")
    screen.wait_for_window("Counterpart")
    steps.prove("a second start shows the window of the first", bool(screen.windows("Counterpart")))
    second.wait(60)
    steps.note(f"picture: {screen.picture(PICTURE)}")


def _upgrade(wine: Wine, set_up: Path, folder: Path, key: str, steps: Steps) -> None:
    code, said = wine.run(set_up, "/S")
    steps.prove("an upgrade over the running program ends with 0", code == 0, said)
    steps.prove("it ended what ran", not Caller("http://127.0.0.1:8710").is_up())
    entry = wine.registry(UNINSTALL_KEY)
    steps.prove("the installed programs show the newer version", f"REG_SZ    {VERSION}" in entry, entry)
    steps.prove("start at login stays as chosen", "--hidden" in wine.registry(RUN_KEY))
    wine.mend(folder)
    serving = _start_serving(wine, folder, steps)
    steps.prove("key and item are still there", "TRIAL-1" in Caller(SERVED, key).skus())
    listed = _counterpart(wine, folder, "webhooks", "list", "--json")
    steps.prove("and the webhook target", "127.0.0.1:9" in listed, listed)
    closer(wine, folder)
    serving.wait(20)


def _remove(wine: Wine, folder: Path, steps: Steps) -> None:
    inside = folder / "uninstall.exe"
    code, said = wine.run(inside, "/S", f"_?={_windows_path(wine, folder)}")
    steps.prove("silent removal ends with 0", code == 0, said)
    left = [path.name for path in folder.glob("*") if path.name != "uninstall.exe"] if folder.exists() else []
    steps.prove("nothing of the program is left", not left, ", ".join(left))
    steps.prove("neither menu entry nor start at login nor entry in the installed programs",
                not (wine.menu / "Counterpart.lnk").exists() and "counterpart" not in wine.registry(RUN_KEY).lower()
                and not wine.registry(UNINSTALL_KEY))  # fmt: skip
    steps.prove("the data is kept", any((wine.local / "Counterpart").glob("*.db")))
