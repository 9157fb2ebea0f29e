"""The record of changes in the window."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from service.domain.audit import NO_HEAD, Actor, AuditGap, AuditHead, AuditReport, Origin, OwnerAction, make_entry
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from tests.fakes.arabic import is_arabic
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.panes.system.audit_page import (
    describe_action,
    describe_actor,
    describe_details,
    describe_person,
    describe_report,
)
from ui.theme import Tone

Settle = Callable[[], None]
ENTRY = make_entry(
    NO_HEAD, Origin(Actor.WINDOW, lambda: 0), OwnerAction.KEY_MADE, shop="", subject="Till 1", details={}
)


def test_the_record_is_opened_from_the_pane_and_left_by_escape(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    pane.show_audit.click()
    settle()
    assert pane.pages.currentWidget() is pane.audit
    QAbstractItemModelTester(pane.audit.model, QAbstractItemModelTester.FailureReportingMode.Fatal, pane)
    row = [strip_marks(pane.audit.model.index(2, at).data()) for at in range(5)]
    assert row == ["6", "9 Nov 2026 08:00", "Setting open_to_network changed", "—", "Window"]
    assert pane.audit.note is not None
    assert pane.audit.note.title.text() == "Checked: no entry was changed or removed."
    pane.activateWindow()
    pane.audit.table.setFocus()
    QTest.keyClick(pane.audit.table, Qt.Key.Key_Escape)
    assert pane.pages.currentIndex() == 0


def test_a_changed_entry_is_said_at_the_top(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    def change(tx: Tx) -> None:
        tx.update("DROP TRIGGER audit_entries_are_not_changed")
        tx.update("UPDATE audit_entries SET subject = 'Other' WHERE id = 3")

    backend.write(change)
    pane = opened()
    pane.open_target("record")
    settle()
    assert pane.audit.note is not None
    assert pane.audit.note.title.text() == "Entry 3 was changed or removed. What is before it is whole."


def test_older_entries_come_as_the_table_is_scrolled(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    def fill(tx: Tx) -> None:
        for number in range(9, 251):
            record_action(tx, OwnerAction.SHOP_ADDED, f"Shop {number}")

    backend.write(fill)
    pane = opened()
    pane.open_audit()
    settle()
    assert pane.audit.model.rowCount() == 100
    for _ in range(3):
        pane.audit.table.end_reached.emit()
        settle()
    assert [entry.id for entry in pane.audit.model.rows] == list(range(250, 0, -1))


def test_a_new_entry_appears_and_a_fault_is_said(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.open_audit()
    settle()
    backend.keys.rename(1, 1, "Till 9")
    settle()
    assert pane.audit.model.rows[0].id == 9
    backend.answers.fail("audit.check", BackendError("The database does not answer."))
    pane.reload()
    settle()
    assert pane.audit.note is not None
    assert "does not answer" in pane.audit.note.title.text()


@pytest.mark.parametrize("action", list(OwnerAction))
@pytest.mark.parametrize("state", ["on", "off"])
def test_every_action_is_said_in_both_languages(translations: Translations, action: OwnerAction, state: str) -> None:
    entry = replace(ENTRY, action=action.value, subject="X", details=f'{{"state":"{state}"}}')
    assert action.value not in describe_action(entry)
    translations.use(Language.ARABIC)
    try:
        assert is_arabic(describe_action(entry)), describe_action(entry)
        assert is_arabic(describe_actor(entry))
    finally:
        translations.use(Language.ENGLISH)


def test_details_are_said_in_both_languages(translations: Translations) -> None:
    details = '{"by":"Maryam","counter":"Desk","number":"7","until":"never","with_buyer":"on","odd":"x y"}'
    entry = replace(ENTRY, details=details)
    assert strip_marks(describe_details(entry)) == "Number: 7  Until: never  With the buyer: on  odd: x y"
    translations.use(Language.ARABIC)
    try:
        name, *others = describe_details(entry).split("  ")
        assert all(is_arabic(text) for text in (name, *others[:2]))
    finally:
        translations.use(Language.ENGLISH)


@pytest.mark.parametrize(
    ("details", "who"),
    [
        ('{"by":"Maryam","counter":"Desk"}', "Maryam, at Desk"),
        ('{"counter":"Desk"}', "At Desk"),
        ('{"by":"Maryam"}', "Maryam"),
        ("{}", ""),
    ],
)
def test_what_was_done_at_a_further_counter_names_it(details: str, who: str) -> None:
    assert strip_marks(describe_person(replace(ENTRY, details=details))) == who


def test_an_action_of_another_version_keeps_its_own_name() -> None:
    entry = replace(ENTRY, action="something_new", actor="robot")
    assert strip_marks(describe_action(entry)) == "something_new"
    assert strip_marks(describe_actor(entry)) == "robot"


@pytest.mark.parametrize(
    ("report", "tone", "words"),
    [
        (AuditReport(broken=4), Tone.BAD, "Entry 4 was changed or removed"),
        (AuditReport(missing=AuditHead(9, b"x")), Tone.BAD, "Entry 9 was stored elsewhere"),
        (AuditReport(gaps=(AuditGap(3, 8),)), Tone.WARN, "entry 3 says that others are missing"),
        (AuditReport(), Tone.GOOD, "no entry was changed"),
    ],
)
def test_the_state_of_the_record(report: AuditReport, tone: Tone, words: str) -> None:
    found, text = describe_report(report, Formats(Language.ENGLISH))
    assert found is tone
    assert words in text


def test_every_detail_has_a_name_in_both_languages(translations: Translations) -> None:
    """Those of an undo and of the nightly file were written as they are stored."""
    told = {"time": "02:00", "tries": "3", "restored": "1", "removed": "2", "left": "0"}
    entry = make_entry(
        NO_HEAD, Origin(Actor.WINDOW, lambda: 0), OwnerAction.UPLOAD_UNDONE, shop="", subject="345", details=told
    )
    words = "Time of day: 02:00  Wrong tries: 3  Put back: 1  Removed: 2  Stays: 0"
    assert strip_marks(describe_details(entry)) == words
    translations.use(Language.ARABIC)
    assert not set(re.findall("[a-z]+", describe_details(entry)))
