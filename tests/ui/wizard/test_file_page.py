"""The step of the wizard that reads a first file, over the real pull."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.domain.shops import Mode
from service.store.shops import get_shop
from tests.ui.fake.fake_clock import NOW
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from tests.ui.wizard.wizard_driver import CONNECT, READY, First, Settle, WizardDriver
from ui.i18n.bidi import strip_marks
from ui.panes.shared.price_file.address_dialog import AddressDialog
from ui.wizard.wizard_answers import ConnectionKind

PARTS = "Part No,Description,Retail BD,Qty\nA1,Brake pad,4.500,12\nA2,Oil filter,2.750,3\n"


@pytest.fixture
def file(tmp_path: Path, chooser: FakeFileChooser, backend: ReadyShop) -> Path:
    """What the owner chooses."""
    path = tmp_path / "prices.csv"
    path.write_text(PARTS, encoding="utf-8")
    os.utime(path, (NOW / 1000 - 3600, NOW / 1000 - 3600))
    chooser.file_path = str(path)
    return path


@pytest.fixture
def guide(first: First, file: Path) -> WizardDriver:
    """At the step, with the file chosen."""
    guide = first()
    guide.choose(ConnectionKind.FILE)
    return guide


def headline(guide: WizardDriver) -> str:
    return strip_marks(guide.connect.file.flow.file.headline.text())


def test_a_file_is_looked_at_saved_and_read_every_night(guide: WizardDriver, backend: ReadyShop, file: Path) -> None:
    assert headline(guide) == "prices.csv"
    assert guide.wizard.main.text() == "Save it"
    guide.main()
    assert headline(guide) == "Saved 2, rejected 0"
    assert guide.connect.done
    assert guide.connect.summary == "Saved 2, rejected 0"
    state = backend.pulls.state(1).result()
    assert state.setup is not None
    assert (state.on, state.setup.path) == (True, str(file))
    assert backend.read(lambda db: get_shop(db, 1)).has(Mode.SCHEDULED_PULL)
    assert guide.wizard.main.text() == "Continue"
    guide.main()
    assert guide.wizard.at == READY


def test_four_clicks_and_the_choice_of_the_file_lead_to_a_read_file(first: First, file: Path) -> None:
    guide = first()
    guide.click_through(ConnectionKind.FILE)
    guide.click(guide.wizard.main)
    assert headline(guide) == "Saved 2, rejected 0"


def test_a_file_without_a_part_number_is_no_dead_end(
    first: First, file: Path, chooser: FakeFileChooser, settle: Settle
) -> None:
    file.write_text("What,Name of it,How much\nA-1x,Pad,4.500\nB-2x,Disc,5.500\n", encoding="utf-8")
    guide = first()
    guide.choose(ConnectionKind.FILE)
    flow = guide.connect.file.flow
    assert not guide.wizard.main.isEnabled()
    flow.questions.buttons["column-sku"]["What"].click()
    settle()
    for header, field in (("Name of it", "name"), ("How much", "price_fils")):
        flow.columns.choose(header, field)
        settle()
    guide.main()
    assert headline(guide) == "Saved 2, rejected 0"


def test_a_step_that_was_skipped_is_not_called_done(guide: WizardDriver) -> None:
    """It was ticked, "Recognised and read"."""
    guide.wizard.skip.click()
    assert guide.wizard.at == READY
    assert not guide.connect.done
    assert guide.wizard.steps_list.summary_of(CONNECT) == "Not now"


def test_a_place_is_offered_too(guide: WizardDriver) -> None:
    guide.connect.file.flow.file.place.click()
    assert isinstance(guide.wizard.findChild(AddressDialog), AddressDialog)


def test_another_language_keeps_the_chosen_file(guide: WizardDriver, settle: Settle, chooser: FakeFileChooser) -> None:
    chosen = guide.connect.file.flow.setup
    chooser.file_path = "another.csv"
    guide.wizard.language_requested.emit()
    settle()
    assert guide.connect.file.flow.setup == chosen
    assert headline(guide) == "prices.csv"
    assert guide.wizard.main.text() == "احفظه"


def test_another_language_keeps_what_was_saved(guide: WizardDriver, backend: ReadyShop, settle: Settle) -> None:
    guide.main()
    for _ in range(2):
        guide.wizard.language_requested.emit()
        settle()
    assert headline(guide) == "Saved 2, rejected 0"
    assert guide.connect.file.flow.halves.isHidden()
    assert backend.answers.names().count("pulls.run") == 1


def test_no_file_chosen_leaves_the_step_as_it_is(first: First, chooser: FakeFileChooser, backend: ReadyShop) -> None:
    chooser.file_path = ""
    guide = first()
    guide.choose(ConnectionKind.FILE)
    assert "pulls.recognise" not in backend.answers.names()
    assert guide.wizard.main.text() == "Choose a file…"
    guide.wizard.skip.click()
    assert guide.wizard.at == READY


def test_reading_can_be_stopped(guide: WizardDriver, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("pulls.run")
    guide.main()
    flow = guide.connect.file.flow
    assert flow.work.isVisible()
    assert not guide.wizard.main.isEnabled()
    flow.work.stop.click()
    backend.answers.release("pulls.run")
    settle()
    assert not flow.work.isVisible()
    assert guide.wizard.main.isEnabled()
    assert not guide.connect.done
