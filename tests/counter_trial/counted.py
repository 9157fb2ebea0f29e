"""What is counted: clicks and seconds to the first call and to a read file, the milliseconds from a
press to what it shows, and the seconds until the end of the marketplace is said.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Final

from tests.counter_trial.counter import Counter, TrialService
from tests.counter_trial.orders import ITEMS, SKU
from tests.desktop.inspection import Press
from tests.desktop.screen_user import ScreenUser, run_command
from tests.fakes.free_port import free_port
from ui.shell.pane_context import PaneKey

_CLICKS_TO_CALL, _CLICKS_TO_FILE, _MOST_S = 4, 5, 60.0
_PRESSED_MS, _EFFECT_MS = 50.0, 100.0
_SILENT_S = 20.0
_TIMES: Final = 3
"""The middle one counts: another program may have the processor for a moment."""

_PRICES: Final = "Part No,Description,Retail BD,Qty\n04465-60280,Front brake pads,13.750,8\n"


def clicks_to_call(counter: Counter) -> None:
    """A new owner with a till that calls."""
    counter.open(until="Continue")
    user = counter.user
    with _count(user, _CLICKS_TO_CALL):
        _name_shop(counter)
        user.click("It can call an address")
        user.wait_for("Waiting for the first call")
        user.click("Try a call for me")
        user.wait_for("It works: our test call was answered")
    counter.save_picture("answered")


def clicks_to_file(counter: Counter) -> None:
    """A new owner with a system that saves a file."""
    file = counter.write_file("prices.csv", _PRICES)
    counter.open(until="Continue")
    user = counter.user
    with _count(user, _CLICKS_TO_FILE):
        _name_shop(counter)
        user.click("It can save a file every night")
        user.choose_file(file)
        user.wait_for("How it is read", "QLabel")
        user.click("Save it")
        user.wait_for("Saved 1, rejected 0", "QLabel")
    counter.save_picture("read")


def press_orders(counter: Counter) -> None:
    """Each button of an order answers at once."""
    counter.open()
    counter.call("/v1/items", ITEMS)
    counter.open_pane(PaneKey.ORDERS)
    counter.program.read_presses()
    for _time in range(_TIMES):
        _open_order(counter)
        for words, shown in (
            ("Accept order", "Cancel"),
            ("Accept order", "Mark ready"),
            ("Mark ready", "Sent with courier"),
        ):
            counter.user.press_slowly(words)
            counter.user.wait_for(shown)
        _open_order(counter)
        counter.user.press_slowly("Reject…")
        counter.user.wait_for("Keep the order", "QAbstractButton")
        counter.user.paste_text("Not in stock")
        counter.user.press_slowly("Reject order")
        counter.user.wait_for("Cancelled")
    _check_presses(counter.program.read_presses())


def dead_marketplace(counter: Counter) -> None:
    """A marketplace that hangs, and one that has ended, are said while a change waits for them."""
    far = _link_marketplace(counter)
    try:
        counter.open()
        counter.run_command("link", "push", "--dry-run")
        counter.run_command("link", "approve")
        counter.call("/v1/items", ITEMS)
        counter.open_pane(PaneKey.MARKETPLACE)
        for end in (far.pause, far.kill):
            counter.user.wait_for("Connected", "Badge")
            counter.save_picture("connected")
            _wait_for_end(counter, end)
            counter.save_picture("no-answer")
            far.resume()
    finally:
        far.end()


def _link_marketplace(counter: Counter) -> TrialService:
    """Another installation, to which the shop is linked."""
    folder, port = counter.session.home / "marketplace", str(free_port())

    def ask(*words: str) -> str:
        done = run_command(counter.session, folder, ("--json", *words))
        assert done.returncode == 0, done.stderr
        return done.stdout

    ask("settings", "port", port)
    key = str(json.loads(ask("keys", "create", "Shop"))["key"])
    far = TrialService(counter.session, folder)
    counter.run_command("link", "set", f"http://127.0.0.1:{port}", "--key-stdin", "--yes", typed=key)
    return far


def _wait_for_end(counter: Counter, end: Callable[[], None]) -> None:
    began = time.monotonic()
    end()
    counter.call("/v1/items", {"items": [{"sku": SKU, "quantity": 7}]})
    counter.user.wait_for("No answer", "Badge")
    seconds = time.monotonic() - began
    print(f"       {end.__name__}: said after {seconds:.1f} s", flush=True)
    assert seconds <= _SILENT_S


def _name_shop(counter: Counter) -> None:
    """The language and the name, which the keyboard is in already."""
    user = counter.user
    user.wait_for("Which language do you read best?")
    user.click("العربية" if counter.variant.language == "ar" else "English")
    user.wait_for("What is your shop called?")
    user.paste_text("Muharraq Brakes")
    user.click("Continue")
    user.wait_for("What can your till or shop system do?")


@contextmanager
def _count(user: ScreenUser, most_clicks: int) -> Iterator[None]:
    began, clicks = time.monotonic(), user.clicks
    yield
    used, seconds = user.clicks - clicks, time.monotonic() - began
    print(f"       {used} clicks, {seconds:.1f} s", flush=True)
    assert used <= most_clicks
    assert seconds <= _MOST_S


def _open_order(counter: Counter) -> None:
    reference = counter.place_order(SKU)
    counter.user.click(reference, "row", exact=False)
    counter.user.wait_for("Time left to accept", "CountdownBar")


def _check_presses(presses: list[Press]) -> None:
    """Those of several rounds; each round has the same buttons."""
    a_round = len(presses) // _TIMES
    for place in range(a_round):
        same = presses[place::a_round]
        pressed, effect = (median([press[key] or 0.0 for press in same]) for key in ("pressed_ms", "effect_ms"))
        print(f"       {same[0]['words']}: pressed {pressed:.0f} ms, effect {effect:.0f} ms", flush=True)
        assert {press["words"] for press in same} == {same[0]["words"]}
        assert all(press["pressed_ms"] is not None and press["effect_ms"] is not None for press in same), same
        assert pressed <= _PRESSED_MS, same
        assert effect <= _EFFECT_MS, same
