"""From the set-up file to the first accepted order, in Wine: the pages of the set-up, then the
guide.

Wine tells no screen reader what is shown, so the mouse goes where the walk through the Debian
package found the same things in the same window; the result is asked on the command line and
of the service.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING, Final

from installer.toolchain.errors import SetupError
from installer.windows.wine_prefix import WinePrefix
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.screen_user import CLICKS_FILE, read_recorded_clicks
from tests.install_trial.trial_checks import TrialChecks, check_no_traceback, wait_until
from tests.install_trial.trial_pictures import picture_folder, save_reduced
from tests.install_trial.virtual_screen import VirtualScreen

if TYPE_CHECKING:
    from pathlib import Path

PICTURES: Final = picture_folder("windows")
ADDRESS: Final = "http://127.0.0.1:8710"
SKU: Final = "04465-60280"
_COPY_S = 600.0
"""On a busy computer; alone it takes half a minute."""


class ReplayUser:
    """Clicks where things were found before,
    in a window whose client area begins at the same corner.
    """

    def __init__(self, screen: VirtualScreen) -> None:
        self._screen = screen
        self._clicks_to_come = read_recorded_clicks()

    def click(self, words: str) -> None:
        """The next of the places where something that says so was clicked;
        waits until the screen has changed.
        """
        if not self._clicks_to_come.get(words):
            raise SetupError(f"{CLICKS_FILE} knows no place of “{words}”. Run: python3 dev.py try linux")
        across, down = self._clicks_to_come[words].pop(0)
        before = self._screen.wait_until_still()
        self._screen.click_in_window("Counterpart", across, down)
        wait_until(f"“{words}” does something", lambda: self._screen.wait_until_still() != before, 30.0)

    def type_text(self, text: str) -> None:
        self._screen.run_xdotool("key", "ctrl+a")
        self._screen.run_xdotool("type", "--delay", "30", text)

    def save_picture(self, name: str, window: str = "Counterpart", *, whole: bool = False) -> None:
        """The window, or the whole screen."""
        self._screen.run_xdotool("mousemove", "1270", "400")
        self._screen.wait_until_still()
        draft = self._screen.save_picture(PICTURES / f"{name}.draft.png", "" if whole else window)
        save_reduced(draft, PICTURES / f"{name}.png")

    def clipboard(self) -> str:
        line = ["xclip", "-selection", "clipboard", "-o", "-target", "UTF8_STRING"]
        done = subprocess.run(line, env=self._screen.environment(), capture_output=True, text=True, check=False)
        return done.stdout.strip()


def run_first_order(set_up: Path, steps: TrialChecks) -> None:
    """In a Windows of its own, that has never seen the program."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    ApiCaller(ADDRESS).require_free_address()
    with VirtualScreen() as screen, closing(WinePrefix(screen.display)) as wine:
        hand = ReplayUser(screen)
        _set_up(screen, wine, hand, set_up, steps)
        _first_start(hand, steps)
        _first_order(wine, hand, steps)


def _set_up(screen: VirtualScreen, wine: WinePrefix, hand: ReplayUser, set_up: Path, steps: TrialChecks) -> None:
    wine.start(set_up)
    for name, window in (("1-language", "Installer Language"), ("2-parts", "Counterpart Setup"),
                         ("3-folder", "Counterpart Setup")):  # fmt: skip
        screen.wait_for_window(window)
        hand.save_picture(name, window)
        screen.run_xdotool("key", "Return")
    shortcut = wine.menu / "Counterpart.lnk"
    wait_until("everything is copied", lambda: shortcut.exists() and screen.is_still_for(2.0), _COPY_S)
    hand.save_picture("4-finish", "Counterpart Setup")
    screen.run_xdotool("key", "Return")
    screen.wait_for_window("Set up Counterpart")
    steps.check("the set-up by hand ends with the program and its first-start guide", True)


def _first_start(hand: ReplayUser, steps: TrialChecks) -> None:
    hand.save_picture("5-first-start")
    hand.click("Go on")
    hand.click("Shop")
    hand.type_text("Muharraq Brakes")
    hand.click("Go on")
    hand.click("Make a key and go on")
    hand.click("Make the key")
    hand.click("Copy")
    wait_until("the key is in the clipboard", lambda: hand.clipboard().startswith("cp_live_"))
    key = hand.clipboard()
    hand.click("^I have stored it")
    hand.click("Done")
    row = {"sku": SKU, "name": "Front brake pads", "price_fils": 12500, "quantity": 8}
    answer = ApiCaller(ADDRESS, key).post("/v1/items", {"items": [row]})
    steps.check("an upload with the key of the guide is answered", answer.get("saved") == 1, str(answer))
    hand.save_picture("6-heard")
    hand.click("Go on")
    hand.click("Open Counterpart")


def _first_order(wine: WinePrefix, hand: ReplayUser, steps: TrialChecks) -> None:
    program = wine.local / "Programs" / "Counterpart" / "counterpart.exe"
    order = wine.prefix / "drive_c" / "order.json"
    order.write_text(json.dumps({"lines": [{"sku": SKU, "quantity": 2}]}), encoding="utf-8")
    code, said = wine.run(program, "orders", "place", "C:\\order.json", "--json")
    steps.check("an order is placed", code == 0, said)
    hand.click("Orders")
    hand.click("Accept order")
    hand.click("Accept order")
    code, said = wine.run(program, "orders", "list", "--json")
    steps.check("and accepted with two clicks", '"status":"confirmed"' in said.replace(" ", ""), said)
    hand.save_picture("7-accepted")
    check_no_traceback(wine.local / "Counterpart", steps)
