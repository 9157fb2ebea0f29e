"""What is copied from a label that can be selected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest

from tests.ui.conftest import ShowWidget
from ui.i18n.bidi import ltr
from ui.theme import Theme
from ui.widgets import Label, WrappedLabel


def _copy_by_key(label: Label) -> None:
    label.setSelection(0, len(label.text()))
    QTest.keySequence(label, QKeySequence(QKeySequence.StandardKey.Copy))


def _copy_by_menu(label: Label) -> None:
    for at in (1, 0):
        label.make_menu().actions()[at].trigger()


@pytest.mark.parametrize("copy", [_copy_by_key, _copy_by_menu])
def test_a_copied_reference_has_no_marks_of_direction(
    theme: Theme, show: ShowWidget, copy: Callable[[Label], None]
) -> None:
    label = Label(theme, ltr("ORD-2026-000001"), selectable=True)
    show(label)
    label.setFocus(Qt.FocusReason.MouseFocusReason)
    copy(label)
    assert QGuiApplication.clipboard().text() == "ORD-2026-000001"


def test_nothing_can_be_copied_before_it_is_selected(theme: Theme, show: ShowWidget) -> None:
    label = Label(theme, ltr("ORD-2026-000001"), selectable=True)
    show(label)
    assert [action.isEnabled() for action in label.make_menu().actions()] == [False, True]


def test_a_text_that_gets_more_room_gives_its_lines_back(theme: Theme, show: ShowWidget) -> None:
    label = WrappedLabel(theme, "Look at the order: it shows what is possible now.")
    show(label)
    label.setFixedWidth(120)
    narrow = label.minimumHeight()
    label.setFixedWidth(500)
    assert label.minimumHeight() == label.fontMetrics().height() < narrow
