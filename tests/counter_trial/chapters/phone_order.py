"""An order by phone, once with the mouse and once with the keyboard alone."""

from __future__ import annotations

from typing import Final, cast

from tests.counter_trial.counter import Counter
from tests.counter_trial.sound_recorder import SoundRecorder
from tests.desktop.wait_until import wait_until

ITEMS: Final = {
    "items": [
        {"sku": "04465-33480", "name": "Brake pads", "name_ar": "فحمات أمامية", "price_fils": 12500, "quantity": 8},
        {"sku": "15400-T2A-A40", "name": "Oil filter", "name_ar": "فلتر زيت", "price_fils": 3250, "quantity": 2},
    ]
}
NAME: Final = "محمد العلي"
PHONE: Final = "+973 3912 3456"
ADDRESS: Final = "Building 12, Road 2203, Muharraq"
NOTE: Final = "Call before 5 pm"


def phone_order(counter: Counter) -> None:
    """The order has its customer, is accepted at once, and never rings."""
    sound = SoundRecorder(counter)
    counter.open()
    counter.call("/v1/items", ITEMS)
    counter.user.click("Orders")
    counter.user.wait_for("Enter a phone order", "QAbstractButton")
    first = enter_with_mouse(counter)
    check_order(counter, first, [("04465-33480", "2"), ("15400-T2A-A40", "1")], 1500)
    second = enter_by_keyboard(counter)
    check_order(counter, second, [("04465-33480", "1")], 0)
    cancel_order(counter, second)
    assert sound.read() == []


def enter_with_mouse(counter: Counter) -> str:
    """Two parts, a courier, a customer; first with more than there is. Gives its reference."""
    user = counter.user
    user.click("Enter a phone order")
    counter.save_picture("empty")
    for text, sku in (("pads", "04465-33480"), ("filter", "15400-T2A-A40")):
        user.click("Add a part: SKU, OEM number or name", "QLineEdit")
        user.paste_text(text)
        user.click(sku, "row", exact=False)
    counter.save_picture("two-parts")
    type_quantities(counter, "2", "5")
    fill_fields(counter)
    counter.save_picture("filled")
    user.click("Enter the order")
    starts = {text.partition("@")[0] for text in user.translate("Line 2: @")}
    wait_until("the line named", lambda: any(user.find(text, "FaultLine", exact=False) for text in starts))
    counter.save_picture("line-refused")
    assert counter.read_rows("orders", "list") == []
    # The refused quantity has the keyboard.
    user.paste_text("1")
    user.click("Enter the order")
    wait_until("the order", lambda: counter.read_rows("orders", "list"))
    reference = str(counter.read_rows("orders", "list")[0]["reference"])
    user.wait_for(reference, "QLabel")
    detail = 0.4 if counter.variant.language == "ar" else 0.6
    user.scroll_to(PHONE, "QLabel", across=detail)
    user.scroll_to("The buyer pays", "QLabel", across=detail)
    counter.save_picture("entered")
    return reference


def type_quantities(counter: Counter, *quantities: str) -> None:
    """Into the quantity of each line, the first one first."""
    user = counter.user
    for number, quantity in enumerate(quantities):
        fields = [seen for seen in user.read_widgets() if user.translate("Quantity") & set(seen["words"])]
        fields.sort(key=lambda seen: seen["at"][1])
        user.click_at(fields[number])
        user.paste_text(quantity)


def fill_fields(counter: Counter) -> None:
    """The fee of the courier and the customer, from field to field with Tab."""
    user = counter.user
    user.scroll_to("0.000", "QLineEdit")
    user.click("0.000", "QLineEdit")
    user.paste_text("1.500")
    for field, text in (("Customer's name", NAME), ("Phone", PHONE), ("Address", ADDRESS), ("Note", NOTE)):
        user.tab_to(field)
        user.paste_text(text)


def enter_by_keyboard(counter: Counter) -> str:
    """Ctrl N, a part, pick-up, a name and Enter."""
    user = counter.user
    user.press("ctrl+n")
    user.wait_for("Add a part: SKU, OEM number or name", "QLineEdit")
    user.paste_text("pads")
    user.wait_for("04465-33480", "row", exact=False)
    user.press("Return")
    user.wait_until_gone("04465-33480", "row", exact=False)
    user.tab_to("How the buyer gets it")
    user.press("Left" if counter.variant.language == "ar" else "Right")
    user.tab_to("Customer's name")
    user.paste_text(NAME)
    counter.save_picture("by-keyboard")
    user.press("Return")
    wait_until("the second order", lambda: len(counter.read_rows("orders", "list")) == 2)
    references = sorted(str(order["reference"]) for order in counter.read_rows("orders", "list"))
    user.wait_for(references[-1], "QLabel")
    counter.save_picture("entered-by-keyboard")
    return references[-1]


def cancel_order(counter: Counter, reference: str) -> None:
    """The customer withdraws: nothing on the screen speaks of a refund."""
    user = counter.user
    user.click(reference, "row", exact=False)
    user.wait_for(reference, "QLabel")
    user.click("Reject…")
    user.wait_for(f"Reject {reference}?", "QLabel")
    expect_no_refund(counter)
    counter.save_picture("rejecting")
    user.paste_text("Withdrew")
    user.click("Reject order")
    user.wait_for("Withdrew", "QLabel")
    expect_no_refund(counter)
    counter.save_picture("rejected")
    assert counter.read_json("orders", "show", reference)["refunded"] is False


def expect_no_refund(counter: Counter) -> None:
    """In the words that the window uses elsewhere."""
    for words in ("The buyer gets the money back", "Refunded to the buyer", "Buyer got the money back"):
        assert counter.user.find(words, exact=False) is None, words


def check_order(counter: Counter, reference: str, lines: list[tuple[str, str]], fee: int) -> None:
    """Confirmed in the transaction that placed it, with its customer, and without an end."""
    order = counter.read_json("orders", "show", reference)
    assert order["status"] == "confirmed"
    history = cast("list[dict[str, object]]", order["history"])
    assert [entry["action"] for entry in history] == ["place", "accept"]
    assert history[0]["at"] == history[1]["at"]
    placed = cast("list[dict[str, object]]", order["lines"])
    assert [(line["sku"], str(line["quantity"])) for line in placed] == lines
    assert cast("dict[str, object]", order["delivery"])["fee_fils"] == fee
    assert order["refunded"] is False
