"""A file's questions: displayed with their readings, answered by choosing; the file is not saved
before.
"""

from __future__ import annotations

from collections.abc import Callable

from service.domain.pull.pull_choices import SetupChoices
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.price_list_data import ASKING_FILE, FILE, SHEETS_FILE
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_shop import ReadyShop
from ui.i18n.bidi import strip_marks

Settle = Callable[[], None]


def test_a_question_is_asked_with_both_readings_and_its_answer_is_saved(
    opened: Opened, chooser: FakeFileChooser, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    pane.open_set_up()
    settle()
    page = pane.set_up
    assert page.questions.isHidden()
    chooser.file_path = ASKING_FILE
    page.choose_file()
    settle()
    buttons = page.questions.buttons["price-sign"]
    assert [strip_marks(button.text()) for button in buttons.values()] == [
        "28.500 is BHD 28.500",
        "28.500 is BHD 28500.000",
    ]
    assert not any(button.isChecked() for button in buttons.values())
    assert not page.save.isEnabled()
    assert not page.dry_run_button.isEnabled()
    buttons["point"].click()
    settle()
    assert page.save.isEnabled()
    assert page.questions.buttons["price-sign"]["point"].isChecked()
    page.save.click()
    settle()
    saved = backend.answers.last("pulls.save")[1]
    assert isinstance(saved, SetupChoices)
    assert saved.choices.answers == {"price-sign": "point"}


def test_another_file_asks_its_own_questions(opened: Opened, chooser: FakeFileChooser, settle: Settle) -> None:
    pane = opened()
    pane.open_set_up()
    settle()
    chooser.file_path = ASKING_FILE
    pane.set_up.choose_file()
    settle()
    assert pane.set_up.questions.buttons
    chooser.file_path = FILE
    pane.set_up.choose_file()
    settle()
    assert pane.set_up.questions.isHidden()
    assert pane.set_up.save.isEnabled()


def test_an_answer_about_sheets_recognises_the_columns_again(
    opened: Opened, chooser: FakeFileChooser, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    pane.open_set_up()
    settle()
    page = pane.set_up
    chooser.file_path = SHEETS_FILE
    page.choose_file()
    settle()
    buttons = page.questions.buttons["sheet"]
    assert strip_marks(buttons[":branches"].text()) == "The sheets Sitra, Riffa: each is the stock of one branch"
    page.columns.choose("QOH", "")
    settle()
    page.questions.buttons["sheet"][":branches"].click()
    settle()
    asked = backend.answers.last("pulls.preview")[1]
    assert isinstance(asked, SetupChoices)
    assert (asked.choices.columns, asked.choices.answers) == (None, {"sheet": ":branches"})
    page.save.click()
    settle()
    saved = backend.answers.last("pulls.save")[1]
    assert isinstance(saved, SetupChoices)
    assert (saved.choices.columns or {})["QOH"] == "quantity"
    # A branch that is chosen by hand instead of the sheets leaves them one list.
    page.columns.choose("Fits", "branch")
    settle()
    asked = backend.answers.last("pulls.preview")[1]
    assert isinstance(asked, SetupChoices)
    assert asked.choices.answers == {"sheet": ":all"}
