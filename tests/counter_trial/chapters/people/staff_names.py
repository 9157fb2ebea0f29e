"""A name chosen at the top is in every history: of an order, a price and an undo."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.chapters.people.counter_people import (
    ALI,
    MARYAM,
    PART,
    SKU,
    choose_person,
    click_person,
    find_said,
    go,
    type_price,
    wait_for_price,
)
from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_RENAMED: Final = "Maryam H."
_WRONG_PRICE: Final = 125


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
    user.press("ctrl+2")
    user.click(reference, "row", exact=False)
    user.click_until("Accept order", f"Accept {reference}?")
    user.click("Accept order")
    wait_until("an accepted order", lambda: counter.read_json("orders", "show", reference)["status"] == "confirmed")
    user.scroll_to(MARYAM, "QLabel", across=0.62)
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
    user.press("ctrl+6")
    user.click("/v1/items", "row", exact=False)
    user.click_until("Undo this upload…", "Undo the upload")
    user.click("Undo the upload", "QAbstractButton")
    wait_for_price(counter, 13_750)
    return call


def _read_history_page(counter: Counter, reference: str) -> None:
    user = counter.user
    go(counter, "History", "Part number, order or call")
    wait_until("Ali's undo", lambda: find_said(counter, ALI, "row"))
    assert find_said(counter, MARYAM, "row")
    for owner in user.translate("Owner, at this PC"):
        assert find_said(counter, owner) is None
    counter.save_picture("history-page")
    user.press("ctrl+f")
    user.type_text(reference)
    user.wait_for(f"Order {reference}", "QAbstractButton")
    counter.save_picture("history-of-order")


def _read_printed(counter: Counter, reference: str, call: int) -> None:
    """`counterpart` says who, for people and for programs."""
    listed = counter.run_command("history", SKU)
    assert f"staff: {MARYAM}" in listed, listed
    assert f"staff: {ALI}" in listed, listed
    by = [str(row["by"]) for row in counter.read_rows("history", "list")]
    assert by[:2] == [f"staff: {ALI}", "Till 1"], by
    assert by[2] == f"staff: {MARYAM}", by
    undone = [row for row in counter.read_rows("history", "list") if row["undone_by"]]
    assert [row["cause_id"] for row in undone] == [call], undone
    order = counter.run_command("--json", "orders", "show", reference)
    assert f'"staff: {MARYAM}"' in order, order


def _rename(counter: Counter) -> None:
    """What was done keeps the earlier name; one that is deactivated cannot be chosen."""
    user = counter.user
    user.press("ctrl+comma")
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
    assert f"staff: {_RENAMED}" in listed, listed
    assert f"staff: {MARYAM} " in listed, listed
