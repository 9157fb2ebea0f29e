"""From the set-up file to the first accepted order, in Wine: the pages of the set-up, then the
guide. Things are found by their words and clicked where they are.
"""

from __future__ import annotations

import json
import re
from contextlib import closing
from typing import TYPE_CHECKING, Final

from bridge.system.installation import Installation
from installer.windows.wine_prefix import WinePrefix
from tests.counter_trial.first_day import ITEM, SKU, accept_order, walk_from_first_call, walk_to_key
from tests.desktop.desktop_session import DesktopSession
from tests.desktop.screen_user import ScreenUser
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import LIMIT_S, TrialChecks, TrialPictures, check_no_traceback
from tests.install_trial.windows_screen import ProgramReader, SetUpReader

if TYPE_CHECKING:
    from pathlib import Path

_PICTURES: Final = {
    "first": "1-language", "parts": "2-parts", "folder": "3-folder", "finish": "4-finish",
    "language": "5-first-start", "heard": "6-heard", "accepted": "7-accepted",
}  # fmt: skip
ADDRESS: Final = "http://127.0.0.1:8710"
_COPY_S: Final = 600.0
"""On a busy computer; alone it takes half a minute."""

_PAGES: Final = (
    ("first", re.compile("select a language", re.IGNORECASE), "OK"),
    ("parts", "Choose Components", "Next >"),
    ("folder", "Choose Install Location", "Install"),
)
"""Each page's picture, what it says, and the button that goes on."""


def run_first_order(set_up: Path, steps: TrialChecks) -> None:
    """In a Windows of its own, that has never seen the program."""
    ApiCaller(ADDRESS).require_free_address()
    with DesktopSession(bus=False) as session, closing(WinePrefix(session.environment["DISPLAY"])) as wine:
        pictures = TrialPictures("windows", session, _PICTURES)
        folder = wine.local / "Programs" / "Counterpart"
        with pictures.of_failure():
            pages = SetUpReader(wine)
            pictures.reader = pages
            user = ScreenUser(session, pages, patience_s=LIMIT_S)
            _set_up(wine, user, set_up, pictures)
            installation = Installation(folder)
            version = installation.folder(installation.current() or "")
            with closing(ProgramReader(wine, version)) as reader:
                user.click("Finish")
                pictures.reader = reader
                user = ScreenUser(session, reader, patience_s=LIMIT_S)
                _first_start(user, pictures, steps)
                _first_order(wine, user, pictures, steps)


def _set_up(wine: WinePrefix, user: ScreenUser, set_up: Path, pictures: TrialPictures) -> None:
    """Up to its last page, which starts the program."""
    wine.start(set_up)
    for name, words, button in _PAGES:
        user.wait_for(words, "QLabel")
        pictures.save(name)
        user.click(button)
    user.wait_for(re.compile("^Completing Counterpart"), "QLabel", seconds=_COPY_S)
    pictures.save("finish")


def _first_start(user: ScreenUser, pictures: TrialPictures, steps: TrialChecks) -> None:
    key = walk_to_key(user, pictures.save)
    steps.check("the set-up by hand ends with the program and its first-start guide", True)
    answer = ApiCaller(ADDRESS, key).post("/v1/items", {"items": [ITEM]})
    steps.check("an upload with the key of the guide is answered", answer.get("saved") == 1, str(answer))
    walk_from_first_call(user, pictures.save, lambda: None)


def _first_order(wine: WinePrefix, user: ScreenUser, pictures: TrialPictures, steps: TrialChecks) -> None:
    program = wine.local / "Programs" / "Counterpart" / "counterpart.exe"
    order = wine.prefix / "drive_c" / "order.json"
    order.write_text(json.dumps({"lines": [{"sku": SKU, "quantity": 2}]}), encoding="utf-8")
    code, said = wine.run(program, "orders", "place", "C:\\order.json", "--json")
    steps.check("an order is placed", code == 0, said)
    reference = str(json.loads(said)["reference"])
    user.click("Orders", "NavButton")
    accept_order(user, reference, pictures.save)
    code, said = wine.run(program, "orders", "list", "--json")
    steps.check("and accepted with two clicks", '"status":"confirmed"' in said.replace(" ", ""), said)
    check_no_traceback(wine.local / "Counterpart", steps)
