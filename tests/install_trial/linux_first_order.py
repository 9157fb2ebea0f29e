"""From the download to the first accepted order: a new owner with the installed Debian package,
with pictures.

The program is used as by a person: words are read from the screen, and mouse and keyboard do the
rest.
"""

from __future__ import annotations

import json
import re
from contextlib import closing
from typing import TYPE_CHECKING, Final

from installer.surroundings import BUILD
from installer.toolchain.errors import SetupError
from tests.counter_trial.first_day import ITEM, SKU, accept_order, walk_from_first_call, walk_to_key
from tests.desktop.desktop_session import DesktopSession
from tests.desktop.screen_reader import ScreenReader
from tests.desktop.screen_user import ScreenUser
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.private_computer import enter_private_network
from tests.install_trial.trial_checks import LIMIT_S, TrialChecks, TrialPictures, check_no_traceback, wait_until

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
_PICTURES: Final = {
    "language": "1-language", "shop": "2-shop", "system": "3-system", "key": "4-key", "tried": "5-tried",
    "heard": "6-heard", "ready": "7-ready", "rings": "8-rings", "order": "9-order", "accepted": "10-accepted",
}  # fmt: skip
OWNER: Final = "/home/owner"
ENTRY: Final = f"{OWNER}/.config/autostart/counterpart.desktop"
ADDRESS: Final = "http://127.0.0.1:8710"
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
    with DesktopSession(bus=False) as session:
        began = root.start(
            "dbus-run-session", "--", "sh", "-c", _DESKTOP_SESSION, "sh", "sh", "-c", _ADD, extra={
                "DISPLAY": session.environment["DISPLAY"], "XDG_RUNTIME_DIR": "/tmp",
                "COUNTERPART_DATA_DIR": "/home/shop/tray",
            },
        )  # fmt: skip
        caller = ApiCaller(ADDRESS)
        wait_until("the tray program answers", lambda: caller.is_up() or began.poll() is not None)
        is_hidden = caller.is_up() and not session.list_windows("Counterpart")
        steps.check("the tray program answers calls, opened hidden in the tray", is_hidden)
        wait_until("the second start has shown the window", (root.path / "tmp" / "shown").exists)
        session.wait_for_window("Counterpart", LIMIT_S)
        steps.check("a second start shows the window of the first", bool(session.list_windows("Counterpart")))
        added = (root.path / "tmp" / "added").read_text(encoding="utf-8")
        steps.check("a webhook's secret was made", "whsec_" in added, added)
        kept = list((root.path / "home/shop/.local/share/keyrings").glob("*.keyring"))
        steps.check("and lies in the Secret Service of the desktop", bool(kept))
        steps.note(f"picture: {session.save_picture(WINDOW_PICTURE)}")
        root.run("sh", "-c", "kill -TERM $(cat /home/shop/tray/counterpart.pid)")
        steps.check("SIGTERM ends it in time", began.wait(20) == 0, str(began.returncode))


def run_first_order(root: DebianRoot, steps: TrialChecks) -> None:
    """Install nothing more than a desktop has; then the way a new owner goes."""
    root.run("apt-get", "-q", "install", "-y", "--no-install-recommends", "at-spi2-core", "curl")
    (root.path / OWNER[1:]).mkdir()
    environment = {"HOME": OWNER, "XDG_RUNTIME_DIR": "/tmp"} | _SCREEN_READER_ENVIRONMENT
    enter_private_network()
    ApiCaller(ADDRESS).require_free_address()
    with DesktopSession(bus=False) as session:
        pictures = TrialPictures("linux", session, _PICTURES)
        environment["DISPLAY"] = session.environment["DISPLAY"]
        program = root.start("dbus-run-session", "--", "sh", "-c", _SESSION, extra=environment)
        session.wait_for_window("Counterpart", LIMIT_S)
        bus = (root.path / "tmp" / "bus").read_text(encoding="ascii")
        with closing(ScreenReader(bus, root.path, "counterpart")) as eyes, pictures.of_failure():
            pictures.reader = eyes
            user = ScreenUser(session, eyes, patience_s=LIMIT_S)
            _follow_guide(root, user, pictures, steps)
            _first_order(root, user, pictures, steps)
        _end(root, program, steps)


def _follow_guide(root: DebianRoot, user: ScreenUser, pictures: TrialPictures, steps: TrialChecks) -> None:
    key = walk_to_key(user, pictures.save)
    steps.check("the first-start guide makes a key and shows it", len(key) > 30 and " " not in key, key[:11])
    answers = [call["status"] for call in json.loads(_as_owner(root, "counterpart log list --json"))]
    steps.check("the test call that the guide makes is answered", answers == [200], str(answers))
    ApiCaller(ADDRESS, key).post("/v1/items", {"items": [ITEM]})
    walk_from_first_call(user, pictures.save, lambda: _check_start(root, user, steps))
    steps.check("and the guide says that it heard", True)


def _check_start(root: DebianRoot, user: ScreenUser, steps: TrialChecks) -> None:
    user.wait_for("Start with this PC", "QCheckBox")
    entry = root.path / ENTRY[1:]
    wait_until("the guide has written the start at login, which it switches on by itself", entry.exists)
    text = entry.read_text(encoding="utf-8")
    steps.check("it starts at login, hidden, while it is installed",
                "--hidden\n" in text and "TryExec=/usr/bin/counterpart\n" in text, text)  # fmt: skip


def _first_order(root: DebianRoot, user: ScreenUser, pictures: TrialPictures, steps: TrialChecks) -> None:
    reference = _open_from_message(root, user, pictures)
    steps.check("an order rings next to the tray, and a click on its message opens it", True)
    pictures.save("order")
    user.click("Orders", "NavButton")
    accept_order(user, reference, pictures.save)
    decoded = json.loads(_as_owner(root, f"counterpart orders show {reference} --json"))
    steps.check("it is accepted with two clicks", decoded["status"] == "confirmed", str(decoded["status"]))
    _print(root, user, steps)


def _print(root: DebianRoot, user: ScreenUser, steps: TrialChecks) -> None:
    file = root.path / OWNER[1:] / "pick.pdf"
    user.click(re.compile("^Print: pick slip"))
    user.click(re.compile("^Save as PDF"))
    user.click(re.compile("^File name"), "QLineEdit")
    user.type_text(file.name)
    user.click("Save")
    wait_until("the PDF is written to its end", lambda: file.exists() and file.read_bytes().rstrip().endswith(b"%%EOF"))
    steps.check("its pick slip is saved as a PDF", file.read_bytes().startswith(b"%PDF-"))


def _open_from_message(root: DebianRoot, user: ScreenUser, pictures: TrialPictures) -> str:
    """The reference of a new order that a click on its message opened. SetupError after some tries.

    Qt takes a message away after ten seconds. On a busy computer that may be before the click:
    then another order rings.
    """
    for _ in range(_RINGS):
        order = json.dumps({"lines": [{"sku": SKU, "quantity": 2}]})
        placed = json.loads(_as_owner(root, f"echo '{order}' | counterpart orders place - --json"))
        reference = str(placed["reference"])
        if user.sees_soon(f"New order {reference}", "QLabel"):
            pictures.save("rings", whole=True)
        message = user.find(f"New order {reference}", "QLabel")
        if message is not None:
            user.click_at(message)
            if user.sees_soon("left to accept", exact=False):
                return reference
    raise SetupError(f"None of {_RINGS} new orders could be opened by a click on its message.")


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
