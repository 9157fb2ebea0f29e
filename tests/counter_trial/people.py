"""Who is at the counter: names, the owner's PIN, the lock of the window, the view for support."""

from __future__ import annotations

import time
from typing import Final

from service.domain.actors import format_at, format_staff
from tests.counter_trial.counter import Counter, SoundRecorder
from tests.desktop.desktop_session import wait_until
from tests.desktop.inspection import VisibleWidget
from tests.desktop.screen_user import DIRECTION_MARKS
from ui.shell.pane_context import PaneKey

PIN: Final = "2468"
WRONG_PIN: Final = "1357"
QUESTION: Final = "This is protected. The PIN counts for the next 5 minutes."
WRONG: Final = "This PIN is wrong. 4 tries are left before a wait."
MARYAM: Final = "Maryam"
ALI: Final = "علي"
"""A name is shown as it was written, in both languages of the window."""

SKU: Final = "BP-1187"
NAME: Final = "Brake pads, front"
PART: Final = {"sku": SKU, "name": NAME, "name_ar": "فحمات أمامية", "price_fils": 12500, "quantity": 8}
_RENAMED: Final = "Maryam H."
_WRONG_PRICE: Final = 125
_OWN_PIN: Final = "112233"
_MINUTE_S: Final = 60.0
_EARLIER_S: Final = 40.0
_SLACK_S: Final = 40.0
_TYPED: Final = "Brake pads, half typed"
_STRIP: Final = "Everything can be looked at, nothing can be changed."
_REASON: Final = "This is the support view: nothing can be changed."
_TOOL_TIP_S: Final = 4.0
_PANES: Final = (
    (PaneKey.ORDERS, "Enter a phone order", "orders"),
    (PaneKey.CATALOGUE, "New part", "catalogue"),
    (PaneKey.SYSTEM, "Make a key", "keys"),
    (PaneKey.WEBHOOKS, "Add a target", "webhooks"),
    (PaneKey.MARKETPLACE, "", "marketplace"),
    (PaneKey.CALLS, "", "calls"),
    (PaneKey.HISTORY, "", "history"),
)
"""A pane, a button on it that changes something, and the name of its picture."""
_COUNTS_S: Final = 300.0
_OTHER: Final = {"sku": "BP-1188", "name": "Brake pads, rear", "price_fils": 10000, "quantity": 4}
_FILE: Final = "sku,name,price_fils,quantity\nBP-1187,Brake pads,{fils},8\nBP-1188,Brake pads,9000,4\n"
_REFUSED: Final = "The PIN was not entered. Nothing was changed."


def set_people(counter: Counter) -> None:
    """Two names and the owner's PIN, before the program starts."""
    for name in (MARYAM, ALI):
        counter.run_command("people", "add", name)
    counter.run_command("people", "set-pin", typed=f"{PIN}\n{PIN}\n")


def choose_person(counter: Counter, name: str) -> None:
    """In the menu at the top."""
    user = counter.user
    click_person(counter)
    user.click(name, "QMenu")
    user.wait_for(f"At the counter: {name}", "PersonButton")


def click_person(counter: Counter) -> None:
    """Opens the menu of names."""
    counter.user.click_at(wait_until("who is at the counter", lambda: find_kind(counter, "PersonButton")))


def go(counter: Counter, page: str, shown: str) -> None:
    """Clicks a page at the side until it is there: a dialog that is being closed may take a
    click.
    """
    counter.user.click_until(page, shown)


def find_kind(counter: Counter, kind: str) -> VisibleWidget | None:
    """The first widget of a class on the screen."""
    return next((seen for seen in counter.user.read_widgets() if kind in seen["kinds"]), None)


def enter_pin(counter: Counter, pin: str) -> None:
    """Types into the field for a PIN, once it has the keyboard."""
    user = counter.user
    wait_until("the field", lambda: (seen := user.find_focus()) and "QLineEdit" in seen["kinds"])
    user.type_text(pin)
    user.press("Return")


def answer_question(counter: Counter) -> None:
    """The PIN counts from now on."""
    counter.user.wait_for(QUESTION, "QLabel")
    enter_pin(counter, PIN)
    counter.user.wait_until_gone(QUESTION)


def type_price(counter: Counter, price: str) -> None:
    """Opens the part and changes its price, up to the click on Save."""
    user = counter.user
    go(counter, "Catalogue", "New part")
    user.open_part(SKU, NAME)
    user.click("Edit this part (F2)")
    user.fill_field("Shop price, BHD", price)
    user.click("Save")


def read_price(counter: Counter) -> object:
    """As another process reads it."""
    return counter.read_json("items", "show", SKU)["price_fils"]


def wait_for_price(counter: Counter, fils: int) -> None:
    """Until it is stored."""
    wait_until(f"a price of {fils}", lambda: read_price(counter) == fils)


def name_author(counter: Counter, name: str) -> str:
    """Whom commands name for what this person did at the counter."""
    return format_at(format_staff(name), counter.place)


def find_said(counter: Counter, text: str, kind: str = "QWidget") -> VisibleWidget | None:
    """What says a text on the page, among other words; the button at the top and the menu are not
    the page.
    """
    for seen in counter.user.read_widgets():
        is_page = not {"PersonButton", "QMenu"} & set(seen["kinds"])
        if is_page and kind in seen["kinds"] and text in _join(seen):
            return seen
    return None


def _join(seen: VisibleWidget) -> str:
    return " ".join(seen["words"]).translate(DIRECTION_MARKS)


def staff_names(counter: Counter) -> None:
    """Maryam accepts and changes a price, Ali undoes an upload; nothing of it says "Owner"."""
    counter.open()
    counter.call("/v1/items", {"items": [PART]})
    _add_names(counter)
    reference = _accept(counter)
    _change_price(counter)
    call = _undo_upload(counter)
    _read_history_page(counter, reference)
    _read_printed(counter, reference, call)
    _rename(counter)


def _add_names(counter: Counter) -> None:
    user = counter.user
    click_person(counter)
    user.click("Add or change names…", "QMenu")
    user.wait_for("No name yet. Everything done at this PC is recorded as done by the owner.", "QLabel")
    for name in (MARYAM, ALI):
        user.click("Add a name…")
        user.wait_for("It can be chosen at the top of the window at once.", "QLabel")
        user.paste_text(name)
        user.press("Return")
        user.wait_for(name, "QLabel")
    counter.save_picture("names")
    user.press("ctrl+u")
    user.wait_for(ALI, "QMenu")
    counter.save_picture("menu")
    user.press("Escape")


def _accept(counter: Counter) -> str:
    user = counter.user
    choose_person(counter, MARYAM)
    reference = counter.place_order(SKU)
    counter.open_pane(PaneKey.ORDERS)
    user.click(reference, "row", exact=False)
    user.click_until("Accept order", f"Accept {reference}?")
    user.click("Accept order")
    wait_until("an accepted order", lambda: counter.read_json("orders", "show", reference)["status"] == "confirmed")
    counter.scroll_detail_to(MARYAM)
    counter.save_picture("order-history")
    return reference


def _change_price(counter: Counter) -> None:
    user = counter.user
    type_price(counter, "13.750")
    wait_for_price(counter, 13_750)
    user.click_until("More", "History…")
    user.click("History…", "QMenu")
    wait_until(
        "her change", lambda: (seen := find_said(counter, MARYAM, "row")) and "13.750" in " ".join(seen["words"])
    )
    counter.save_picture("part-history")
    user.press("Escape")


def _undo_upload(counter: Counter) -> int:
    """A wrong upload is undone by the other name."""
    user = counter.user
    counter.call("/v1/items", {"items": [{"sku": SKU, "price_fils": _WRONG_PRICE}]})
    choose_person(counter, ALI)
    call = int(str(counter.read_rows("log", "list")[0]["id"]))
    counter.open_pane(PaneKey.CALLS)
    user.click("/v1/items", "row", exact=False)
    user.click_until("Undo this upload…", "Undo the upload")
    user.click("Undo the upload", "QAbstractButton")
    wait_for_price(counter, 13_750)
    return call


def _read_history_page(counter: Counter, reference: str) -> None:
    user = counter.user
    go(counter, "History", "Part, order or call")
    wait_until("Ali's undo", lambda: find_said(counter, ALI, "row"))
    assert find_said(counter, MARYAM, "row")
    for owner in user.translate("Owner"):
        assert find_said(counter, owner) is None
    counter.save_picture("history-page")
    user.press("ctrl+f")
    user.type_text(reference)
    user.wait_for(f"Order {reference}", "QAbstractButton")
    counter.save_picture("history-of-order")


def _read_printed(counter: Counter, reference: str, call: int) -> None:
    """`counterpart` says who, for people and for programs."""
    listed = counter.run_command("history", SKU)
    assert name_author(counter, MARYAM) in listed, listed
    assert name_author(counter, ALI) in listed, listed
    by = [str(row["by"]) for row in counter.read_rows("history")]
    assert by[:2] == [name_author(counter, ALI), "Till 1"], by
    assert by[2] == name_author(counter, MARYAM), by
    undone = [row for row in counter.read_rows("history") if row["undone_by"]]
    assert [row["cause_id"] for row in undone] == [call], undone
    order = counter.run_command("--json", "orders", "show", reference)
    assert f'"{name_author(counter, MARYAM)}"' in order, order


def _rename(counter: Counter) -> None:
    """What was done keeps the earlier name; one that is deactivated cannot be chosen."""
    user = counter.user
    counter.open_pane(PaneKey.SETTINGS)
    user.click("People", "SectionButton")
    user.click(f"Rename {MARYAM}")
    user.wait_for("What was done until now keeps the earlier name.", "QLabel")
    user.paste_text(_RENAMED)
    user.press("Return")
    user.wait_for(_RENAMED, "QLabel")
    user.click(f"Deactivate {ALI}")
    user.wait_for("Deactivated. It cannot be chosen, and stays in histories.", "QLabel")
    counter.save_picture("renamed-and-deactivated")
    user.press("ctrl+u")
    user.wait_for(_RENAMED, "QMenu")
    assert user.find(ALI, "QMenu", enabled=False) is None
    user.press("Escape")
    choose_person(counter, _RENAMED)
    type_price(counter, "14")
    wait_for_price(counter, 14_000)
    listed = counter.run_command("history", SKU)
    assert name_author(counter, _RENAMED) in listed, listed
    assert f"{name_author(counter, MARYAM)} " in listed, listed


def screen_lock(counter: Counter) -> None:
    """Locked in the middle of an edit; the PIN leads back to it, also after a restart."""
    set_people(counter)
    counter.run_command("people", "set-pin", MARYAM, typed=f"{_OWN_PIN}\n{_OWN_PIN}\n")
    sound = SoundRecorder(counter)
    counter.open()
    counter.call("/v1/items", {"items": [PART]})
    _set_minutes(counter)
    _begin_edit(counter)
    _lock_after_a_minute(counter)
    _look_at_locked_window(counter, sound)
    _unlock_to_the_edit(counter)
    _lock_by_menu(counter)
    _start_locked(counter)


def _set_minutes(counter: Counter) -> None:
    user = counter.user
    counter.open_pane(PaneKey.SETTINGS)
    user.click("People", "SectionButton")
    user.click("qt_spinbox_lineedit", "QLineEdit")
    user.type_text("1")
    user.press("Tab")
    answer_question(counter)
    wait_until("the minute stored", lambda: counter.read_setting("lock_minutes").endswith("1"))
    counter.save_picture("lock-after-a-minute")


def _begin_edit(counter: Counter) -> None:
    """With the last key at the end."""
    user = counter.user
    counter.open_pane(PaneKey.CATALOGUE)
    user.click(SKU, "row", exact=False)
    user.click("Edit this part (F2)")
    user.fill_field("Name", _TYPED)
    counter.save_picture("half-typed")


def _lock_after_a_minute(counter: Counter) -> None:
    """A key in between begins the minute again."""
    user = counter.user
    pause = time.monotonic() + _EARLIER_S
    wait_until("a pause", lambda: time.monotonic() > pause)
    began = time.monotonic()
    user.press("Shift_L")
    user.wait_for("Locked", "QLabel", seconds=_MINUTE_S + _SLACK_S)
    assert time.monotonic() - began > _MINUTE_S - 1
    counter.save_picture("locked")


def _look_at_locked_window(counter: Counter, sound: SoundRecorder) -> None:
    """An order rings without its details; no key, click or menu leads to the shop."""
    user = counter.user
    before = len(sound.read())
    reference = counter.place_order(SKU)
    sound.wait_for_next(before)
    counter.save_picture("order-rings")
    counter.open_pane(PaneKey.CATALOGUE)
    user.press("ctrl+k")
    user.press("ctrl+u")
    user.press("Escape")
    said = " ".join(word for seen in user.read_widgets() for word in (*seen["words"], seen["window"]))
    for secret in (reference, SKU, _TYPED, "12.500", "12500", "127.0.0.1"):
        assert secret not in said, (secret, said)
    enter_pin(counter, WRONG_PIN)
    user.wait_for(WRONG, "QLabel")
    counter.save_picture("wrong-pin")
    assert user.find(_TYPED, "QLineEdit") is None


def _unlock_to_the_edit(counter: Counter) -> None:
    """What was typed is there, and the next key continues it."""
    user = counter.user
    enter_pin(counter, PIN)
    user.wait_for(_TYPED, "QLineEdit")
    wait_until("the field", lambda: (seen := user.find_focus()) and _TYPED in seen["words"])
    user.press("exclam")
    user.wait_for(f"{_TYPED}!", "QLineEdit")
    counter.save_picture("unlocked")
    user.click("Save")
    user.wait_until_gone("Shop price, BHD", "QLineEdit")
    wait_until("the name", lambda: counter.read_json("items", "show", SKU)["name"] == f"{_TYPED}!")


def _lock_by_menu(counter: Counter) -> None:
    """A person of the staff unlocks with an own PIN, and is at the counter then."""
    user = counter.user
    click_person(counter)
    user.click("Lock the window", "QMenu")
    user.click("Name", "QComboBox")
    user.click(MARYAM, "row")
    user.click("PIN", "QLineEdit")
    enter_pin(counter, _OWN_PIN)
    user.wait_for(f"At the counter: {MARYAM}", "PersonButton")
    user.wait_for(SKU, "row", exact=False)
    counter.save_picture("unlocked-by-maryam")


def _start_locked(counter: Counter) -> None:
    """To end the program does not pass the lock."""
    counter.close()
    counter.open(until="Unlock")
    user = counter.user
    user.wait_for("Orders still ring. Choose your name and type its PIN.", "QLabel")
    counter.save_picture("locked-at-the-start")
    assert user.find("Catalogue", "QAbstractButton") is None
    user.click("Name", "QComboBox")
    user.press("Home", "Return")
    user.click("PIN", "QLineEdit")
    enter_pin(counter, PIN)
    user.wait_for("Overview", "QAbstractButton")


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
    for pane, button, name in _PANES:
        counter.open_pane(pane)
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
    counter.open_pane(PaneKey.SETTINGS)
    for section in ("General", "People", "Backups"):
        user.click(section, "SectionButton")
        user.wait_for(section, "SectionButton")
        counter.save_picture(f"settings-{section.lower()}")
    user.click("People", "SectionButton")
    _expect_reason(counter, "Add a name…")


def _try_keys(counter: Counter, reference: str) -> None:
    """A key that would open a form says why it does not."""
    user = counter.user
    counter.open_pane(PaneKey.ORDERS)
    user.click(reference, "row", exact=False)
    user.press("ctrl+n")
    user.wait_for(_REASON, "QLabel")
    counter.save_picture("ctrl-n")
    counter.open_pane(PaneKey.CATALOGUE)
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
        ("history",),
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
    counter.open_pane(PaneKey.ORDERS)
    user.click(reference, "row", exact=False)
    user.click_until("Accept order", f"Accept {reference}?")
    user.click("Accept order")
    wait_until("an accepted order", lambda: counter.read_json("orders", "show", reference)["status"] == "confirmed")
    counter.save_picture("left")


def forgotten_pin(counter: Counter) -> None:
    """Asked once, not again within the minutes, and again after them or for another person."""
    set_people(counter)
    counter.open()
    counter.call("/v1/items", {"items": [PART]})
    choose_person(counter, MARYAM)
    type_price(counter, "13")
    answer_question(counter)
    wait_for_price(counter, 13_000)
    type_price(counter, "14")
    wait_for_price(counter, 14_000)
    _ask_after_another_person(counter)
    type_price(counter, "16")
    answer_question(counter)
    wait_for_price(counter, 16_000)
    ends = time.monotonic() + _COUNTS_S
    wait_until("the end of five minutes", lambda: time.monotonic() > ends, seconds=2 * _COUNTS_S)
    type_price(counter, "17")
    counter.user.wait_for(QUESTION, "QLabel")
    counter.save_picture("asked-after-five-minutes")
    assert read_price(counter) == 16_000
    answer_question(counter)
    wait_for_price(counter, 17_000)


def _ask_after_another_person(counter: Counter) -> None:
    user = counter.user
    choose_person(counter, ALI)
    type_price(counter, "15")
    user.wait_for(QUESTION, "QLabel")
    counter.save_picture("asked-for-another-person")
    user.press("Escape")
    user.wait_for("The PIN was not entered. Nothing was changed.", "QLabel")
    user.press("Escape")
    user.click("Close without saving")
    user.wait_until_gone("Shop price, BHD", "QLineEdit")
    wait_until("an active window", user.find_focus)
    counter.open_pane(PaneKey.SYSTEM)
    user.wait_for("Make a key", "QAbstractButton")
    assert read_price(counter) == 14_000


def owner_pin(counter: Counter) -> None:
    """Closed with Esc, then typed wrong, then right: only then is each thing done."""
    file = counter.write_file("stock.csv", _FILE.format(fils=110000))
    for name in (MARYAM, ALI):
        counter.run_command("people", "add", name)
    counter.run_command("pull", "setup", str(file), "--yes")
    counter.run_command("pull", "run")
    counter.open()
    counter.call("/v1/items", {"items": [PART, _OTHER]})
    _set_pin(counter)
    choose_person(counter, MARYAM)
    _accept_without_pin(counter)
    _change_setting(counter)
    _make_key(counter)
    _change_price_people(counter)
    _change_prices(counter)
    _undo_upload_people(counter)
    counter.write_file(file.name, _FILE.format(fils=11000))
    counter.run_command("pull", "run")
    _undo_file_run(counter)


def _set_pin(counter: Counter) -> None:
    """Too short, then two that differ, then right."""
    user = counter.user
    counter.open_pane(PaneKey.SETTINGS)
    user.click("People", "SectionButton")
    user.click("Set a PIN")
    for first, second, fault in (
        ("12", "12", "This PIN is too short."),
        (PIN, WRONG_PIN, "The two are not the same."),
        (PIN, PIN, ""),
    ):
        user.fill_field("New PIN", first)
        user.fill_field("Once more", second)
        user.press("Return")
        if fault:
            user.wait_for(fault, "QLabel")
            counter.save_picture("new-pin-refused")
    user.wait_for("Change the PIN", "QAbstractButton")
    counter.save_picture("pin-set")


def _ask(counter: Counter, name: str, again: str) -> None:
    """Esc does nothing; `again` is clicked then. A wrong PIN says so, the right one does it."""
    user = counter.user
    user.wait_for(QUESTION, "QLabel")
    user.press("Escape")
    user.wait_until_gone(QUESTION)
    user.wait_for_focus(again)
    counter.save_picture(f"closed-for-{name}")
    user.click_until(again, QUESTION)
    enter_pin(counter, WRONG_PIN)
    user.wait_for(WRONG, "QLabel")
    counter.save_picture(f"pin-for-{name}")
    enter_pin(counter, PIN)
    user.wait_until_gone(QUESTION)


def _forget(counter: Counter) -> None:
    """A PIN counts for the person who is at the counter, until another one is chosen."""
    choose_person(counter, ALI)
    choose_person(counter, MARYAM)


def _accept_without_pin(counter: Counter) -> None:
    user = counter.user
    reference = counter.place_order(SKU)
    go(counter, "Orders", "Enter a phone order")
    user.click(reference, "row", exact=False)
    user.click_until("Accept order", f"Accept {reference}?")
    user.click("Accept order")
    wait_until("an accepted order", lambda: counter.read_json("orders", "show", reference)["status"] == "confirmed")


def _change_setting(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    go(counter, "Settings", "General")
    user.click("General", "SectionButton")
    before = user.wait_for("Start with this PC", "Switch")["checked"]
    user.click("Start with this PC", "Switch")
    user.wait_for(QUESTION, "QLabel")
    user.press("Escape")
    wait_until("no change", lambda: user.wait_for("Start with this PC", "Switch")["checked"] == before)
    counter.save_picture("setting-not-changed")
    user.click("Start with this PC", "Switch")
    user.wait_for(QUESTION, "QLabel")
    enter_pin(counter, WRONG_PIN)
    user.wait_for(WRONG, "QLabel")
    counter.save_picture("pin-for-settings")
    enter_pin(counter, PIN)
    wait_until("a change", lambda: user.wait_for("Start with this PC", "Switch")["checked"] != before)


def _make_key(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    go(counter, "Your own system", "Make a key")
    user.click("Make a key")
    user.wait_for("Make the key", "QAbstractButton")
    user.type_text("Scanner")
    user.click("Make the key")
    user.wait_for(QUESTION, "QLabel")
    assert _count_keys(counter) == 1
    _ask(counter, "keys", "Make the key")
    user.wait_for("I have stored it in the till's settings", "QCheckBox")
    assert _count_keys(counter) == 2
    user.click("I have stored it in the till's settings", "QCheckBox")
    user.click("Done")


def _change_price_people(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    type_price(counter, "13.750")
    user.wait_for(QUESTION, "QLabel")
    user.press("Escape")
    user.wait_for(_REFUSED, "QLabel")
    counter.save_picture("price-not-changed")
    assert read_price(counter) == PART["price_fils"]
    user.click_until("Save", QUESTION)
    _ask(counter, "prices", "Save")
    wait_for_price(counter, 13_750)


def _change_prices(counter: Counter) -> None:
    user = counter.user
    _forget(counter)
    go(counter, "Catalogue", "New part")
    user.click(SKU, "row", exact=False)
    user.press("ctrl+a")
    user.click("Change prices…")
    user.fill_field("Percent", "10")
    user.click("Change 2 prices", "QAbstractButton")
    _ask(counter, "several-prices", "Change 2 prices")
    wait_for_price(counter, 15_125)
    user.wait_until_gone("Percent", "QLineEdit")


def _undo_upload_people(counter: Counter) -> None:
    user = counter.user
    counter.call("/v1/items", {"items": [{"sku": SKU, "price_fils": 99_000}]})
    _forget(counter)
    user.click("Call log")
    user.click("/v1/items", "row", exact=False)
    user.click_until("Undo this upload…", "Undo the upload")
    user.click("Undo the upload", "QAbstractButton")
    _ask(counter, "undo", "Undo the upload")
    wait_for_price(counter, 15_125)


def _undo_file_run(counter: Counter) -> None:
    user = counter.user
    wait_for_price(counter, 11_000)
    _forget(counter)
    go(counter, "History", "Part, order or call")
    user.click("Price file, run 2", "row", exact=False)
    user.click("Open the runs")
    _click_take_back(counter)
    user.press("Escape")
    user.wait_until_gone(QUESTION)
    assert read_price(counter) == 11_000
    _click_take_back(counter)
    counter.save_picture("pin-for-undo-of-a-file")
    enter_pin(counter, PIN)
    wait_for_price(counter, 15_125)


def _click_take_back(counter: Counter) -> None:
    user = counter.user
    user.click_until("Take this run back…", "Take it back")
    user.click("Take it back", "QAbstractButton")
    user.wait_for(QUESTION, "QLabel")


def _count_keys(counter: Counter) -> int:
    return len(counter.read_rows("keys", "list"))
