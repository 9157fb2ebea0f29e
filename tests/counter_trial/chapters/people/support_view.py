"""`counterpart --read-only`: all can be looked at, nothing changed, and buttons say why."""

from __future__ import annotations

import time
from typing import Final

from tests.counter_trial.chapters.people.counter_people import (
    MARYAM,
    PART,
    PIN,
    SKU,
    choose_person,
    enter_pin,
    find_said,
    set_people,
)
from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until
from tests.desktop.widget_reader import VisibleWidget

_STRIP: Final = "Everything can be looked at, nothing can be changed."
_REASON: Final = "This is the support view: nothing can be changed."
_TOOL_TIP_S: Final = 4.0
_PANES: Final = (
    ("ctrl+2", "Enter a phone order", "orders"),
    ("ctrl+3", "New part", "catalogue"),
    ("ctrl+4", "Make a key", "keys"),
    ("ctrl+5", "Add a target", "webhooks"),
    ("ctrl+7", "", "marketplace"),
    ("ctrl+6", "", "calls"),
    ("ctrl+8", "", "history"),
)
"""The key of a page, a button on it that changes something, and the name of its picture."""


def support_view(counter: Counter) -> None:
    """A helper looks at every page; the owner's PIN ends it."""
    set_people(counter)
    counter.open("--read-only")
    counter.call("/v1/items", {"items": [PART]})
    reference = counter.place_order(SKU)
    counter.call("/v1/items", {"items": [PART | {"price_fils": 99_000}]})
    user = counter.user
    user.wait_for(_STRIP, "QLabel")
    counter.save_picture("overview")
    before = _read_all(counter)
    for keys, button, name in _PANES:
        user.press(keys)
        if name in ("orders", "catalogue", "calls"):
            row = {"orders": reference, "catalogue": SKU, "calls": "/v1/items"}[name]
            user.click(row, "row", exact=False)
        if button:
            _expect_reason(counter, button)
        elif name == "marketplace":
            user.wait_until_gone("No targets yet", "QLabel")
        elif name == "calls":
            _look_at_undo(counter)
        elif name == "history":
            wait_until("the upload", lambda: find_said(counter, "Till 1", "row"))
        counter.save_picture(name)
    _look_at_settings(counter)
    _try_keys(counter, reference)
    assert _read_all(counter) == before
    _leave(counter, reference)


def _expect_reason(counter: Counter, button: str) -> None:
    """The button is disabled, and says why below the pointer."""
    user = counter.user

    def disabled() -> VisibleWidget | None:
        seen = user.find(button, "QAbstractButton", enabled=False)
        return seen if seen and not seen["enabled"] else None

    def read_reason() -> VisibleWidget | None:
        """Moves the pointer a little, as a page that is still being laid out moves the button."""
        x, y, width, height = wait_until(f"“{button}” disabled", disabled)["at"]
        for step in (1, 0):
            counter.session.run("xdotool", "mousemove", str(x + width // 2), str(y + height // 2 + step))
        ends = time.monotonic() + _TOOL_TIP_S
        while time.monotonic() < ends:
            if shown := user.find(_REASON, "QLabel"):
                return shown
        return None

    wait_until(f"the reason for “{button}”", read_reason)


def _look_at_undo(counter: Counter) -> None:
    """What an undo would do can be read; it cannot be done."""
    user = counter.user
    user.click("Undo this upload…")
    _expect_reason(counter, "Undo the upload")
    counter.save_picture("undo-is-only-shown")
    user.press("Escape")


def _look_at_settings(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+comma")
    for section in ("General", "People", "Backups"):
        user.click(section, "SectionButton")
        user.wait_for(section, "SectionButton")
        counter.save_picture(f"settings-{section.lower()}")
    user.click("People", "SectionButton")
    _expect_reason(counter, "Add a name…")


def _try_keys(counter: Counter, reference: str) -> None:
    """A key that would open a form says why it does not."""
    user = counter.user
    user.press("ctrl+2")
    user.click(reference, "row", exact=False)
    user.press("ctrl+n")
    user.wait_for(_REASON, "QLabel")
    counter.save_picture("ctrl-n")
    user.press("ctrl+3")
    user.click(SKU, "row", exact=False)
    user.press("F2")
    assert user.find("Shop price, BHD", "QLineEdit") is None


def _read_all(counter: Counter) -> tuple[str, ...]:
    """What another process reads of the shop."""
    commands = (
        ("items", "list"),
        ("orders", "list"),
        ("keys", "list"),
        ("settings",),
        ("people", "list"),
        ("history", "list"),
    )
    return tuple(counter.run_command("--json", *words) for words in commands)


def _leave(counter: Counter, reference: str) -> None:
    user = counter.user
    user.click("Leave the support view")
    user.wait_for("Type the owner's PIN.", "QLabel")
    counter.save_picture("leave")
    enter_pin(counter, PIN)
    user.wait_until_gone(_STRIP)
    choose_person(counter, MARYAM)
    user.press("ctrl+2")
    user.click(reference, "row", exact=False)
    user.click_until("Accept order", f"Accept {reference}?")
    user.click("Accept order")
    wait_until("an accepted order", lambda: counter.read_json("orders", "show", reference)["status"] == "confirmed")
    counter.save_picture("left")
