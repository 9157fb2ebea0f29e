"""From the set-up file to the first accepted order, in Wine: the pages of the set-up, then the
guide. Things are found by their words and clicked where they are.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING, Final

from bridge.system.installation import Installation
from installer.windows.wine_prefix import WinePrefix
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.screen_user import ScreenUser
from tests.install_trial.trial_checks import TrialChecks, check_no_traceback, wait_until
from tests.install_trial.trial_pictures import picture_folder, picture_of_a_failure
from tests.install_trial.virtual_screen import VirtualScreen
from tests.install_trial.windows_screen.program_reader import ProgramReader
from tests.install_trial.windows_screen.set_up_reader import SetUpReader

if TYPE_CHECKING:
    from pathlib import Path

PICTURES: Final = picture_folder("windows")
ADDRESS: Final = "http://127.0.0.1:8710"
SKU: Final = "04465-60280"
_COPY_S: Final = 600.0
"""On a busy computer; alone it takes half a minute."""

_PAGES: Final = (
    ("1-language", re.compile("select a language", re.IGNORECASE), "OK"),
    ("2-parts", "Choose Components", "Next >"),
    ("3-folder", "Choose Install Location", "Install"),
)
"""Each page's picture, what it says, and the button that goes on."""


def run_first_order(set_up: Path, steps: TrialChecks) -> None:
    """In a Windows of its own, that has never seen the program."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    ApiCaller(ADDRESS).require_free_address()
    with VirtualScreen() as screen, closing(WinePrefix(screen.display)) as wine, picture_of_a_failure(screen, PICTURES):
        folder = wine.local / "Programs" / "Counterpart"
        person = ScreenUser(screen, SetUpReader(wine))
        _set_up(wine, person, set_up)
        installation = Installation(folder)
        version = installation.folder(installation.current() or "")
        with closing(ProgramReader(wine, version)) as reader:
            person.click("Finish")
            person = ScreenUser(screen, reader)
            _first_start(screen, person, steps)
            _first_order(wine, person, steps)


def _set_up(wine: WinePrefix, person: ScreenUser, set_up: Path) -> None:
    """Up to its last page, which starts the program."""
    wine.start(set_up)
    for name, words, button in _PAGES:
        person.wait_for(words, "label")
        person.save_picture(PICTURES / f"{name}.png")
        person.click(button)
    person.wait_for(re.compile("^Completing Counterpart"), "label", limit_s=_COPY_S)
    person.save_picture(PICTURES / "4-finish.png")


def _first_start(screen: VirtualScreen, person: ScreenUser, steps: TrialChecks) -> None:
    person.wait_for("Which language do you read best?")
    steps.check("the set-up by hand ends with the program and its first-start guide", True)
    person.save_picture(PICTURES / "5-first-start.png")
    person.click("Go on")
    person.click("Shop", "text")
    person.type_text("Muharraq Brakes")
    person.click("Go on")
    person.wait_for("What can your till or shop system do?")
    person.click("Make a key and go on")
    person.click("Make the key")
    key = person.wait_for(re.compile("^cp_live_"), "label").text
    person.click("Copy")
    wait_until("the key is in the clipboard", lambda: _clipboard(screen) == key)
    person.click(re.compile("^I have stored it"))
    person.click("Done")
    person.wait_for("Waiting for the first call")
    row = {"sku": SKU, "name": "Front brake pads", "price_fils": 12500, "quantity": 8}
    answer = ApiCaller(ADDRESS, key).post("/v1/items", {"items": [row]})
    steps.check("an upload with the key of the guide is answered", answer.get("saved") == 1, str(answer))
    person.wait_for("We heard from your system")
    person.save_picture(PICTURES / "6-heard.png")
    person.click("Go on")
    person.wait_for("Your shop is set up")
    person.click("Open Counterpart")
    person.wait_for("Listening for your systems")


def _first_order(wine: WinePrefix, person: ScreenUser, steps: TrialChecks) -> None:
    program = wine.local / "Programs" / "Counterpart" / "counterpart.exe"
    order = wine.prefix / "drive_c" / "order.json"
    order.write_text(json.dumps({"lines": [{"sku": SKU, "quantity": 2}]}), encoding="utf-8")
    code, said = wine.run(program, "orders", "place", "C:\\order.json", "--json")
    steps.check("an order is placed", code == 0, said)
    reference = str(json.loads(said)["reference"])
    person.click("Orders", "check box")
    person.click("Accept order")
    person.wait_for(f"Accept {reference}?")
    person.click("Accept order")
    person.wait_for("You accepted the order")
    person.save_picture(PICTURES / "7-accepted.png")
    code, said = wine.run(program, "orders", "list", "--json")
    steps.check("and accepted with two clicks", '"status":"confirmed"' in said.replace(" ", ""), said)
    check_no_traceback(wine.local / "Counterpart", steps)


def _clipboard(screen: VirtualScreen) -> str:
    line = ["xclip", "-selection", "clipboard", "-o", "-target", "UTF8_STRING"]
    done = subprocess.run(line, env=screen.environment(), capture_output=True, text=True, check=False)
    return done.stdout.strip()
