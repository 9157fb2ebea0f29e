"""From the set-up file to the first accepted order, in Wine: the pages of the set-up by hand, then the guide.

Wine tells no screen reader what is shown, so the mouse goes where the walk through the Debian package found the same
things in the same window; what comes of it is asked on the command line and of the service.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING, Final

from installer.toolchain.errors import SetupError
from installer.trial.calls import Caller
from installer.trial.person import PLACES, places_of_last_walk
from installer.trial.pictures import folder_for, shrink
from installer.trial.screen import Screen
from installer.trial.steps import Steps, prove_no_fault, wait_until
from installer.trial.wine import Wine

if TYPE_CHECKING:
    from pathlib import Path

PICTURES: Final = folder_for("windows")
ADDRESS: Final = "http://127.0.0.1:8710"
SKU: Final = "04465-60280"


class Hand:
    """Clicks where things were found before, in a window whose client area begins at the same corner."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._left = places_of_last_walk()

    def clicks(self, words: str) -> None:
        """The next of the places where something that says so was clicked; waits until the screen has changed."""
        if not self._left.get(words):
            raise SetupError(f"{PLACES} knows no place of “{words}”. Run: python3 dev.py try linux")
        across, down = self._left[words].pop(0)
        before = self._screen.rests()
        self._screen.clicks_in("Counterpart", across, down)
        wait_until(f"“{words}” does something", lambda: self._screen.rests() != before, 30.0)

    def types(self, text: str) -> None:
        self._screen.does("key", "ctrl+a")
        self._screen.does("type", "--delay", "30", text)

    def keeps_a_picture(self, name: str, window: str = "Counterpart", *, whole: bool = False) -> None:
        """The window, or the whole screen."""
        self._screen.does("mousemove", "1270", "400")
        self._screen.rests()
        draft = self._screen.picture(PICTURES / f"{name}.draft.png", "" if whole else window)
        shrink(draft, PICTURES / f"{name}.png")

    def clipboard(self) -> str:
        line = ["xclip", "-selection", "clipboard", "-o", "-target", "UTF8_STRING"]
        done = subprocess.run(line, env=self._screen.environment(), capture_output=True, text=True, check=False)
        return done.stdout.strip()


def walk(set_up: Path, steps: Steps) -> None:
    """In a Windows of its own, that has never seen the program."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    Caller(ADDRESS).need_free()
    with Screen() as screen, closing(Wine(screen.display)) as wine:
        hand = Hand(screen)
        _set_up(screen, wine, hand, set_up, steps)
        _first_start(hand, steps)
        _first_order(wine, hand, steps)


def _set_up(screen: Screen, wine: Wine, hand: Hand, set_up: Path, steps: Steps) -> None:
    wine.start(set_up)
    for name, window in (("1-language", "Installer Language"), ("2-parts", "Counterpart Setup"),
                         ("3-folder", "Counterpart Setup")):  # fmt: skip
        screen.wait_for_window(window)
        hand.keeps_a_picture(name, window)
        screen.does("key", "Return")
    folder = wine.local / "Programs" / "Counterpart"
    wait_until("everything is copied", lambda: (wine.menu / "Counterpart.lnk").exists() and screen.still_for(2.0))
    wine.mend(folder)
    hand.keeps_a_picture("4-finish", "Counterpart Setup")
    screen.does("key", "Return")
    screen.wait_for_window("Set up Counterpart")
    steps.prove("the set-up by hand ends with the program and its first-start guide", True)


def _first_start(hand: Hand, steps: Steps) -> None:
    hand.keeps_a_picture("5-first-start")
    hand.clicks("Go on")
    hand.clicks("Shop")
    hand.types("Muharraq Brakes")
    hand.clicks("Go on")
    hand.clicks("Make a key and go on")
    hand.clicks("Make the key")
    hand.clicks("Copy")
    wait_until("the key is in the clipboard", lambda: hand.clipboard().startswith("cp_live_"))
    key = hand.clipboard()
    hand.clicks("^I have stored it")
    hand.clicks("Done")
    row = {"sku": SKU, "name": "Front brake pads", "price_fils": 12500, "quantity": 8}
    answer = Caller(ADDRESS, key).post("/v1/items", {"items": [row]})
    steps.prove("an upload with the key of the guide is answered", answer.get("saved") == 1, str(answer))
    hand.keeps_a_picture("6-heard")
    hand.clicks("Go on")
    hand.clicks("Open Counterpart")


def _first_order(wine: Wine, hand: Hand, steps: Steps) -> None:
    program = wine.local / "Programs" / "Counterpart" / "counterpart.exe"
    order = wine.prefix / "drive_c" / "order.json"
    order.write_text(json.dumps({"lines": [{"sku": SKU, "quantity": 2}]}), encoding="utf-8")
    code, said = wine.run(program, "orders", "place", "C:\\order.json", "--json")
    steps.prove("an order is placed", code == 0, said)
    hand.clicks("Orders")
    hand.clicks("Accept order")
    hand.clicks("Accept order")
    code, said = wine.run(program, "orders", "list", "--json")
    steps.prove("and accepted with two clicks", '"status":"confirmed"' in said.replace(" ", ""), said)
    hand.keeps_a_picture("7-accepted")
    prove_no_fault(wine.local / "Counterpart", steps)
