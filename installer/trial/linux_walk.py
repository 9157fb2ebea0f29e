"""From the download to the first accepted order: a new owner's way through the installed Debian package, with pictures.

The program is used as by a person: words are read from the screen, and mouse and keyboard do the rest.
"""

from __future__ import annotations

import json
import re
import shutil
from contextlib import closing
from typing import TYPE_CHECKING, Final

from installer.trial.calls import Caller
from installer.trial.eyes import Eyes
from installer.trial.network import own_network
from installer.trial.person import Person
from installer.trial.pictures import folder_for
from installer.trial.screen import Screen
from installer.trial.steps import Steps, prove_no_fault, wait_until

if TYPE_CHECKING:
    import subprocess

    from installer.trial.fresh_root import FreshRoot

PICTURES: Final = folder_for("linux")
OWNER: Final = "/home/owner"
ENTRY: Final = f"{OWNER}/.config/autostart/counterpart.desktop"
ADDRESS: Final = "http://127.0.0.1:8710"
SKU: Final = "04465-60280"
_SESSION: Final = (
    "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; "
    'printf "%s" "$DBUS_SESSION_BUS_ADDRESS" > /tmp/bus; exec counterpart'
)
_READ_ALOUD: Final = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
"""What a screen reader sets, so that the program tells what is on the screen."""


def walk(root: FreshRoot, steps: Steps) -> None:
    """Install nothing more than a desktop has; then the way a new owner goes."""
    root.run("apt-get", "-q", "install", "-y", "--no-install-recommends", "at-spi2-core", "curl")
    (root.path / OWNER[1:]).mkdir()
    shutil.rmtree(PICTURES, ignore_errors=True)
    surroundings = {"HOME": OWNER, "XDG_RUNTIME_DIR": "/tmp"} | _READ_ALOUD  # noqa: S108 - inside the root
    own_network()
    Caller(ADDRESS).need_free()
    with Screen() as screen:
        surroundings["DISPLAY"] = screen.display
        program = root.start("dbus-run-session", "--", "sh", "-c", _SESSION, extra=surroundings)
        screen.wait_for_window("Counterpart")
        with closing(Eyes((root.path / "tmp" / "bus").read_text(encoding="ascii"), root.path, "counterpart")) as eyes:
            _go(root, Person(screen, eyes), steps)
        _end(root, program, steps)


def _go(root: FreshRoot, person: Person, steps: Steps) -> None:
    key = _first_start(person, steps)
    _first_call(root, person, key, steps)
    _ready(root, person, steps)
    _first_order(root, person, steps)


def _first_start(person: Person, steps: Steps) -> str:
    person.waits_for("Which language do you read best?")
    person.keeps_a_picture(PICTURES / "1-language.png")
    person.clicks("Go on")
    person.clicks("Shop", "text")
    person.types("Muharraq Brakes")
    person.keeps_a_picture(PICTURES / "2-shop.png")
    person.clicks("Go on")
    person.waits_for("What can your till or shop system do?")
    person.keeps_a_picture(PICTURES / "3-system.png")
    person.clicks("Make a key and go on")
    person.clicks("Make the key")
    key = person.waits_for(re.compile("^cp_live_"), "label").words
    steps.prove("the first-start guide makes a key and shows it", len(key) > 30 and " " not in key, key[:11])
    person.keeps_a_picture(PICTURES / "4-key.png")
    person.clicks("Copy")
    person.clicks(re.compile("^I have stored it"))
    person.clicks("Done")
    return key


def _first_call(root: FreshRoot, person: Person, key: str, steps: Steps) -> None:
    person.waits_for("Waiting for the first call")
    line = person.waits_for(re.compile("^curl -H")).words
    person.keeps_a_picture(PICTURES / "5-waiting.png")
    said = root.run("sh", "-c", line.replace("YOUR-KEY", key).replace("curl ", "curl -sS --fail-with-body ", 1))
    steps.prove("the curl line that the guide shows is answered", '"items"' in said, said)
    person.waits_for("We heard from your system")
    person.keeps_a_picture(PICTURES / "6-heard.png")
    steps.prove("and the guide says that it heard", True)
    row = {"sku": SKU, "name": "Front brake pads", "price_fils": 12500, "quantity": 8}
    Caller(ADDRESS, key).post("/v1/items", {"items": [row]})
    person.clicks("Go on")


def _ready(root: FreshRoot, person: Person, steps: Steps) -> None:
    person.waits_for("Your shop is set up")
    person.clicks("Start with this PC", "check box")
    entry = root.path / ENTRY[1:]
    wait_until("the start at login is written", entry.exists)
    person.keeps_a_picture(PICTURES / "7-ready.png")
    text = entry.read_text(encoding="utf-8")
    steps.prove("it starts at login, hidden, while it is installed",
                "--hidden\n" in text and "TryExec=/usr/lib/counterpart/counterpart\n" in text, text)  # fmt: skip
    person.clicks("Open Counterpart")
    person.waits_for("Listening for your systems")


def _first_order(root: FreshRoot, person: Person, steps: Steps) -> None:
    order = json.dumps({"lines": [{"sku": SKU, "quantity": 2}]})
    placed = json.loads(_as_owner(root, f"echo '{order}' | counterpart orders place - --json"))
    reference = str(placed["reference"])
    person.waits_for(f"New order {reference}")
    person.keeps_a_picture(PICTURES / "8-rings.png", whole=True)
    steps.prove("an order rings beside the tray", True)
    person.clicks(f"New order {reference}", "label")
    person.waits_for(re.compile("left to accept"))
    person.keeps_a_picture(PICTURES / "9-order.png")
    person.clicks("Orders", "check box")
    person.clicks("Accept order")
    person.waits_for(f"Accept {reference}?")
    person.clicks("Accept order")
    person.waits_for("You accepted the order")
    person.keeps_a_picture(PICTURES / "10-accepted.png")
    shown = json.loads(_as_owner(root, f"counterpart orders show {reference} --json"))
    steps.prove("it is accepted with two clicks", shown["status"] == "confirmed", str(shown["status"]))


def _as_owner(root: FreshRoot, line: str) -> str:
    return root.run("env", f"HOME={OWNER}", "sh", "-c", line)


def _end(root: FreshRoot, program: subprocess.Popen[str], steps: Steps) -> None:
    data = f"{OWNER}/.local/share/counterpart"
    root.run("sh", "-c", f"kill -TERM $(cat {data}/counterpart.pid)")
    prove_no_fault(root.path / data[1:], steps)
    steps.prove("and it ends in time", program.wait(20) == 0, str(program.returncode))


def prove_passed_over(root: FreshRoot, steps: Steps) -> None:
    """After the removal: what stays in the owner's own folder starts nothing and raises no error."""
    lines = (root.path / ENTRY[1:]).read_text(encoding="utf-8").splitlines()
    program = next(line.removeprefix("TryExec=") for line in lines if line.startswith("TryExec="))
    steps.prove("the start at login that stays with the owner is passed over", not (root.path / program[1:]).exists())
