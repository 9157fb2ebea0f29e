"""The page of the wizard that reads a first file."""

from __future__ import annotations

from dataclasses import replace

from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import RunState
from service.domain.shops import Mode
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.price_list_data import FILE
from tests.ui.fake.sentence_data import FILE_OPEN
from tests.ui.ready_shop import ReadyShop
from tests.ui.wizard.wizard_driver import READY, First, Settle
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.system.pull.address_dialog import AddressDialog
from ui.wizard.wizard_answers import ConnectionKind


def test_a_file_is_recognised_and_read(first: First, backend: ReadyShop) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    page = guide.connect.file
    assert backend.answers.last("pulls.recognise")[:2] == (1, FILE)
    assert strip_marks(page.headline.text()) == "prices.xlsx"
    assert page.detail.text() == "Excel (XLSX) · Rows: 1,245"
    assert guide.wizard.main.text() == "Read it now"
    guide.main()
    assert backend.answers.last("pulls.run") == (1, True)
    assert backend.answers.last("shops.set_mode") == (1, Mode.SCHEDULED_PULL, True)
    assert page.headline.text() == "Saved 1,243, rejected 2"
    assert guide.wizard.main.text() == "Go on"
    guide.main()
    assert guide.wizard.at == READY


def test_a_file_elsewhere_is_tried_recognised_stored_and_read(
    first: First, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    chooser.file_path = ""
    guide = first()
    guide.choose(ConnectionKind.FILE)
    page = guide.connect.file
    page.elsewhere.click()
    dialog = page.window().findChild(AddressDialog)
    assert isinstance(dialog, AddressDialog)
    dialog.kind.setCurrentIndex(dialog.kind.findData("sftp"))
    dialog.address.setText("sftp://till@shop.example/stock.csv")
    dialog.password.setText("hunter2")
    dialog.try_button.click()
    settle()
    dialog.use.click()
    settle()
    assert guide.wizard.main.text() == "Read it now"
    guide.main()
    settle()
    _, saved = backend.answers.last("pulls.save")
    assert isinstance(saved, SetupChoices)
    assert (saved.path, saved.access.secret_name) == ("sftp://till@shop.example/stock.csv", "typed-1")
    assert page.headline.text() == "Saved 1,243, rejected 2"
    assert page.elsewhere.isHidden()
    assert page.questions.isHidden()


def test_an_address_stays_the_place_after_an_answer(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    page = guide.connect.file
    page._recognise_place(SetupChoices("https://shop.example/stock.csv"))
    settle()
    page._answer("column-sku", "Part No.")
    settle()
    _, looked = backend.answers.last("pulls.preview")
    assert isinstance(looked, SetupChoices)
    assert (looked.path, looked.choices.answers["column-sku"]) == ("https://shop.example/stock.csv", "Part No.")


def test_another_language_keeps_the_chosen_file(
    first: First, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    chosen = guide.connect.file.setup
    chooser.file_path = "another.csv"
    guide.wizard.language_requested.emit()
    settle()
    page = guide.connect.file
    assert chosen is not None
    assert page.setup == chosen
    assert backend.answers.last("pulls.preview") == (1, chosen)
    assert strip_marks(page.headline.text()) == "prices.xlsx"
    assert not page.chips.isHidden()
    assert guide.wizard.main.text() == "اقرأه الآن"


def test_another_language_keeps_the_result_of_the_first_run(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    guide.main()
    guide.wizard.language_requested.emit()
    settle()
    guide.wizard.language_requested.emit()
    settle()
    page = guide.connect.file
    assert page.headline.text() == "Saved 1,243, rejected 2"
    assert page.choose.isHidden()
    assert backend.answers.names().count("pulls.run") == 1


def test_a_file_that_cannot_be_read_is_chosen_again(first: First, backend: ReadyShop) -> None:
    backend.answers.fail("pulls.recognise", BackendError("prices.xlsx is cut off.", code=ErrorCode.FILE_NOT_READABLE))
    guide = first()
    guide.choose(ConnectionKind.FILE)
    page = guide.connect.file
    assert page.note.title.text() == "prices.xlsx is cut off."
    assert guide.wizard.main.text() == "Choose a file…"
    backend.answers.mend("pulls.recognise")
    guide.main()
    assert not page.note.isVisible()
    assert guide.wizard.main.text() == "Read it now"


def test_no_file_chosen_leaves_the_step_as_it_is(first: First, chooser: FakeFileChooser, backend: ReadyShop) -> None:
    chooser.file_path = ""
    guide = first()
    guide.choose(ConnectionKind.FILE)
    assert "pulls.recognise" not in backend.answers.names()
    assert guide.wizard.main.text() == "Choose a file…"
    guide.wizard.skip.click()
    assert guide.wizard.at == READY


def test_reading_can_be_stopped(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    backend.answers.hold("pulls.run")
    guide.main()
    page = guide.connect.file
    assert page.work.isVisible()
    assert not guide.wizard.main.isEnabled()
    page.work.stop.click()
    backend.answers.release("pulls.run")
    settle()
    assert not page.work.isVisible()
    assert guide.wizard.main.isEnabled()
    assert not page.done


def test_a_first_run_that_fails_says_why(first: First, backend: ReadyShop) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    failed = replace(backend.pulls.runs[0], state=RunState.FAILED, fault=FILE_OPEN)
    guide.connect.file._on_run_finished(replace(backend.world.pull, last=failed))
    assert guide.connect.file.note.title.text() == str(FILE_OPEN)
    assert not guide.connect.file.done
