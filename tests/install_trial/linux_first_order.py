"""From the download to the first accepted order: a new owner with the installed Debian package,
with pictures.

The program is used as by a person: words are read from the screen, and mouse and keyboard do the
rest.
"""

from __future__ import annotations

import json
import re
import shutil
from contextlib import closing
from typing import TYPE_CHECKING, Final

from installer.surroundings import BUILD
from installer.toolchain.errors import SetupError
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.private_network import enter_private_network
from tests.install_trial.screen_reader import ScreenReader
from tests.install_trial.screen_user import ScreenUser
from tests.install_trial.trial_checks import TrialChecks, check_no_traceback, wait_until
from tests.install_trial.trial_pictures import picture_folder, picture_of_a_failure
from tests.install_trial.virtual_screen import VirtualScreen

if TYPE_CHECKING:
    import subprocess

    from tests.install_trial.debian_root import DebianRoot

WINDOW_PICTURE: Final = BUILD / "trial" / "linux-window.png"
_DESKTOP_SESSION: Final = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"'
_ADD: Final = (
    "counterpart --hidden & program=$!; "
    "until counterpart webhooks add http://127.0.0.1:9/ --event order.placed --json; "
    "do sleep 1; done > /tmp/added 2>/tmp/added.err; counterpart; touch /tmp/shown; wait $program"
)
PICTURES: Final = picture_folder("linux")
OWNER: Final = "/home/owner"
ENTRY: Final = f"{OWNER}/.config/autostart/counterpart.desktop"
ADDRESS: Final = "http://127.0.0.1:8710"
SKU: Final = "04465-60280"
_RINGS: Final = 3
_SESSION: Final = (
    "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; "
    'printf "%s" "$DBUS_SESSION_BUS_ADDRESS" > /tmp/bus; exec counterpart'
)
_SCREEN_READER_ENVIRONMENT: Final = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
"""What a screen reader sets, so that the program tells what is on the screen."""


def try_desktop(root: DebianRoot, steps: TrialChecks) -> None:
    """Open it hidden, keep a webhook's secret in the keyring,
    start it again to see its window, end it.
    """
    root.run("apt-get", "-q", "install", "-y", "--no-install-recommends", "dbus", "dbus-daemon", "gnome-keyring")
    with VirtualScreen() as screen:
        began = root.start(
            "dbus-run-session", "--", "sh", "-c", _DESKTOP_SESSION, "sh", "sh", "-c", _ADD,
            extra={"DISPLAY": screen.display, "XDG_RUNTIME_DIR": "/tmp", "COUNTERPART_DATA_DIR": "/home/shop/tray"},
        )  # fmt: skip
        caller = ApiCaller("http://127.0.0.1:8710")
        wait_until("the tray program answers", lambda: caller.is_up() or began.poll() is not None)
        steps.check(
            "the tray program answers calls, opened hidden in the tray",
            caller.is_up() and not screen.windows("Counterpart"),
        )
        wait_until("the second start has shown the window", (root.path / "tmp" / "shown").exists)
        screen.wait_for_window("Counterpart")
        steps.check("a second start shows the window of the first", bool(screen.windows("Counterpart")))
        added = (root.path / "tmp" / "added").read_text(encoding="utf-8")
        steps.check("a webhook's secret was made", "whsec_" in added, added)
        kept = list((root.path / "home/shop/.local/share/keyrings").glob("*.keyring"))
        steps.check("and lies in the Secret Service of the desktop", bool(kept))
        steps.note(f"picture: {screen.save_picture(WINDOW_PICTURE)}")
        root.run("sh", "-c", "kill -TERM $(cat /home/shop/tray/counterpart.pid)")
        steps.check("SIGTERM ends it in time", began.wait(20) == 0, str(began.returncode))


def run_first_order(root: DebianRoot, steps: TrialChecks) -> None:
    """Install nothing more than a desktop has; then the way a new owner goes."""
    root.run("apt-get", "-q", "install", "-y", "--no-install-recommends", "at-spi2-core", "curl")
    (root.path / OWNER[1:]).mkdir()
    shutil.rmtree(PICTURES, ignore_errors=True)
    environment = {"HOME": OWNER, "XDG_RUNTIME_DIR": "/tmp"} | _SCREEN_READER_ENVIRONMENT
    enter_private_network()
    ApiCaller(ADDRESS).require_free_address()
    with VirtualScreen() as screen:
        environment["DISPLAY"] = screen.display
        program = root.start("dbus-run-session", "--", "sh", "-c", _SESSION, extra=environment)
        screen.wait_for_window("Counterpart")
        with (
            closing(
                ScreenReader((root.path / "tmp" / "bus").read_text(encoding="ascii"), root.path, "counterpart")
            ) as eyes,
            picture_of_a_failure(screen, PICTURES),
        ):
            _follow_guide(root, ScreenUser(screen, eyes), steps)
        _end(root, program, steps)


def _follow_guide(root: DebianRoot, person: ScreenUser, steps: TrialChecks) -> None:
    key = _first_start(person, steps)
    _first_call(root, person, key, steps)
    _ready(root, person, steps)
    _first_order(root, person, steps)


def _first_start(person: ScreenUser, steps: TrialChecks) -> str:
    person.wait_for("Which language do you read best?")
    person.save_picture(PICTURES / "1-language.png")
    person.click("Go on")
    person.click("Shop", "text")
    person.type_text("Muharraq Brakes")
    person.save_picture(PICTURES / "2-shop.png")
    person.click("Go on")
    person.wait_for("What can your till or shop system do?")
    person.save_picture(PICTURES / "3-system.png")
    person.click("Make a key and go on")
    person.click("Make the key")
    key = person.wait_for(re.compile("^cp_live_"), "label").text
    steps.check("the first-start guide makes a key and shows it", len(key) > 30 and " " not in key, key[:11])
    person.save_picture(PICTURES / "4-key.png")
    person.click("Copy")
    person.click(re.compile("^I have stored it"))
    person.click("Done")
    return key


def _first_call(root: DebianRoot, person: ScreenUser, key: str, steps: TrialChecks) -> None:
    person.wait_for("Waiting for the first call")
    line = person.wait_for(re.compile("^curl -H")).text
    person.save_picture(PICTURES / "5-waiting.png")
    said = root.run("sh", "-c", line.replace("YOUR-KEY", key).replace("curl ", "curl -sS --fail-with-body ", 1))
    steps.check("the curl line that the guide shows is answered", '"items"' in said, said)
    person.wait_for("We heard from your system")
    person.save_picture(PICTURES / "6-heard.png")
    steps.check("and the guide says that it heard", True)
    row = {"sku": SKU, "name": "Front brake pads", "price_fils": 12500, "quantity": 8}
    ApiCaller(ADDRESS, key).post("/v1/items", {"items": [row]})
    person.click("Go on")


def _ready(root: DebianRoot, person: ScreenUser, steps: TrialChecks) -> None:
    person.wait_for("Your shop is set up")
    person.wait_for("Start with this PC", "check box")
    entry = root.path / ENTRY[1:]
    wait_until("the guide has written the start at login, which it switches on by itself", entry.exists)
    person.save_picture(PICTURES / "7-ready.png")
    text = entry.read_text(encoding="utf-8")
    steps.check("it starts at login, hidden, while it is installed",
                "--hidden\n" in text and "TryExec=/usr/bin/counterpart\n" in text, text)  # fmt: skip
    person.click("Open Counterpart")
    person.wait_for("Listening for your systems")


def _first_order(root: DebianRoot, person: ScreenUser, steps: TrialChecks) -> None:
    reference = _open_from_message(root, person)
    steps.check("an order rings next to the tray, and a click on its message opens it", True)
    person.save_picture(PICTURES / "9-order.png")
    person.click("Orders", "check box")
    person.click("Accept order")
    person.wait_for(f"Accept {reference}?")
    person.click("Accept order")
    person.wait_for("You accepted the order")
    person.save_picture(PICTURES / "10-accepted.png")
    decoded = json.loads(_as_owner(root, f"counterpart orders show {reference} --json"))
    steps.check("it is accepted with two clicks", decoded["status"] == "confirmed", str(decoded["status"]))
    _print(root, person, steps)


def _print(root: DebianRoot, person: ScreenUser, steps: TrialChecks) -> None:
    file = root.path / OWNER[1:] / "pick.pdf"
    person.click(re.compile("^Print: pick slip"))
    person.click(re.compile("^Save as PDF"))
    person.click(re.compile("^File name"), "text")
    person.type_text(file.name)
    person.click("Save")
    wait_until("the PDF is written to its end", lambda: file.exists() and file.read_bytes().rstrip().endswith(b"%%EOF"))
    steps.check("its pick slip is saved as a PDF", file.read_bytes().startswith(b"%PDF-"))


def _open_from_message(root: DebianRoot, person: ScreenUser) -> str:
    """The reference of a new order that a click on its message opened. SetupError after some tries.

    Qt takes a message away after ten seconds. On a busy computer that may be before the click:
    then another order rings.
    """
    picture = PICTURES / "8-rings.png"
    for _ in range(_RINGS):
        reference = _place_order(root)
        message = f"New order {reference}"
        if person.sees_soon(message, "label") and not picture.exists():
            person.save_picture(picture, whole=True)
        if person.click_at_once(message, "label") and person.sees_soon(re.compile("left to accept")):
            return reference
    raise SetupError(f"None of {_RINGS} new orders could be opened by a click on its message.")


def _place_order(root: DebianRoot) -> str:
    """The reference of a new order."""
    order = json.dumps({"lines": [{"sku": SKU, "quantity": 2}]})
    placed = json.loads(_as_owner(root, f"echo '{order}' | counterpart orders place - --json"))
    return str(placed["reference"])


def _as_owner(root: DebianRoot, line: str) -> str:
    return root.run("env", f"HOME={OWNER}", "sh", "-c", line)


def _end(root: DebianRoot, program: subprocess.Popen[str], steps: TrialChecks) -> None:
    data = f"{OWNER}/.local/share/counterpart"
    root.run("sh", "-c", f"kill -TERM $(cat {data}/counterpart.pid)")
    check_no_traceback(root.path / data[1:], steps)
    steps.check("and it ends in time", program.wait(20) == 0, str(program.returncode))


def check_autostart_ignored(root: DebianRoot, steps: TrialChecks) -> None:
    """After the removal: what stays in the owner's own folder starts
    nothing and raises no error.
    """
    lines = (root.path / ENTRY[1:]).read_text(encoding="utf-8").splitlines()
    program = next(line.removeprefix("TryExec=") for line in lines if line.startswith("TryExec="))
    steps.check("the start at login that stays with the owner is passed over", not (root.path / program[1:]).exists())
