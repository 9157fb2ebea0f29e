"""What the chapters about people share: a name chosen at the top, a PIN typed, words looked for."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.counter import Counter
from tests.desktop.screen_user import DIRECTION_MARKS
from tests.desktop.wait_until import wait_until
from tests.desktop.widget_reader import VisibleWidget

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
