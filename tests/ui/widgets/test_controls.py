"""Buttons, switches, segments, fields: their signals and their keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ShowWidget
from ui.i18n.bidi import ltr, strip_marks
from ui.theme import Theme, Tone
from ui.theme.metrics import BUTTON_HEIGHT, MAIN_BUTTON_HEIGHT
from ui.widgets import (
    Badge,
    Button,
    CopyField,
    Dialog,
    ElidedLabel,
    FilterChip,
    FormRow,
    IconButton,
    Kind,
    SearchField,
    Segment,
    Segmented,
    Switch,
    choice_field,
    minute_of,
    percent_field,
    spin_field,
    time_field,
)
from ui.widgets.badge import status_tone

SEGMENTS = (Segment("all", "All", "48"), Segment("waiting", "Waiting", "3"), Segment("ready", "Ready", "1"))


@pytest.mark.parametrize("kind", list(Kind))
def test_buttons_have_the_height_and_colours_of_their_kind(theme: Theme, show: ShowWidget, kind: Kind) -> None:
    button = Button(theme, "Accept order", kind, icon="check")
    show(button)
    assert button.sizeHint().height() == BUTTON_HEIGHT
    assert Button(theme, "Accept order", kind, main=True).sizeHint().height() == MAIN_BUTTON_HEIGHT
    assert button.isEnabled() is (kind is not Kind.DONE)
    image = button.grab().toImage()
    ground = image.pixelColor(6, button.height() // 2)
    if kind is Kind.PRIMARY:
        assert ground in (theme.tokens.accent, theme.tokens.accent_hover)


@pytest.mark.parametrize(("changes", "clicks"), [(True, 1), (False, 2)])
def test_a_double_click_changes_something_once(theme: Theme, show: ShowWidget, changes: bool, clicks: int) -> None:
    """The second click pressed the button of an order's next step, which had taken its place."""
    button = Button(theme, "Mark ready", changes=changes)
    show(button)
    seen: list[bool] = []
    button.clicked.connect(lambda: seen.append(True))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert len(seen) == clicks


def test_a_button_is_pressed_by_keyboard(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    button = Button(theme, "Run now")
    show(button)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(button.clicked):
        QTest.keyClick(button, Qt.Key.Key_Space)


def test_an_icon_button_has_a_name(theme: Theme) -> None:
    button = IconButton(theme, "copy", "Copy")
    assert button.accessibleName() == "Copy"
    assert button.toolTip() == "Copy"


def test_a_switch_is_a_check_box_to_screen_readers(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    switch = Switch(theme, "Webhooks")
    show(switch)
    interface = QAccessible.queryAccessibleInterface(switch)
    assert interface.role() is QAccessible.Role.CheckBox
    with qtbot.waitSignal(switch.toggled):
        QTest.keyClick(switch, Qt.Key.Key_Space)
    assert switch.isChecked()


def test_a_switch_shows_a_state_without_asking_for_it(theme: Theme, qtbot: QtBot) -> None:
    switch = Switch(theme, "Webhooks")
    qtbot.addWidget(switch)
    with qtbot.assertNotEmitted(switch.toggled):
        switch.show_state(True)
    assert switch.isChecked()


def test_segments_are_chosen_by_click_and_arrow(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    picked: list[str] = []
    control = Segmented(theme, SEGMENTS, picked.append, name="Status")
    show(control)
    QTest.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.tabRect(1).center())
    QTest.keyClick(control, Qt.Key.Key_Right)
    assert picked == ["waiting", "ready"]
    assert control.accessibleTabName(1) == "Waiting 3"


def test_segments_keep_the_choice_when_counts_change(theme: Theme, show: ShowWidget) -> None:
    picked: list[str] = []
    control = Segmented(theme, SEGMENTS, picked.append, name="Status")
    show(control)
    control.choose("ready")
    control.show_segments((*SEGMENTS[:2], Segment("ready", "Ready", "12")))
    assert control.key == "ready"
    assert picked == []


def test_segments_run_from_the_right_in_arabic(theme: Theme, show: ShowWidget) -> None:
    control = Segmented(theme, SEGMENTS, lambda _key: None, name="Status")
    control.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    show(control)
    assert control.tabRect(0).left() > control.tabRect(2).left()


def test_search_waits_for_the_last_key_and_esc_clears(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    asked: list[str] = []
    field = SearchField(theme, "Search", asked.append)
    show(field)
    QTest.keyClicks(field.edit, "oil ")
    qtbot.waitUntil(lambda: asked == ["oil"])
    field.edit.setFocus()
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: asked == ["oil", ""])


def test_a_filter_shows_its_choice(theme: Theme, show: ShowWidget) -> None:
    picked: list[str] = []
    chip = FilterChip(theme, (("", "All keys"), ("erp", "ERP")), picked.append, name="Key")
    show(chip)
    chip.choose("erp")
    chip.choose("erp")
    assert (chip.text(), chip.accessibleName(), picked) == ("ERP", "Key: ERP", ["erp"])


def test_a_filter_that_shrinks_ends_a_long_text_and_has_the_whole_one_as_tool_tip(
    theme: Theme, show: ShowWidget
) -> None:
    text = "Till at the second counter, next to the door"
    rigid, chip = (
        FilterChip(theme, (("", text), ("1", "B")), lambda _key: None, name="Key", shrinks=shrinks)
        for shrinks in (False, True)
    )
    assert rigid.minimumSizeHint() == rigid.sizeHint() == chip.sizeHint()
    show(chip)
    chip.resize(chip.minimumSizeHint())
    assert chip.width() < rigid.minimumSizeHint().width() / 2
    assert strip_marks(chip._painted_text()).endswith("…")
    assert (chip.toolTip(), chip.accessibleName()) == (text, f"Key: {text}")
    chip.resize(chip.sizeHint())
    assert (chip._painted_text(), chip.toolTip()) == (text, "")
    chip.resize(chip.minimumSizeHint())
    chip.choose("1")
    assert (chip._painted_text(), chip.toolTip(), chip.minimumSizeHint()) == ("B", "", chip.sizeHint())


def test_a_copy_field_copies_without_marks_and_says_so(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    clipboard = QGuiApplication.clipboard()
    field = CopyField(theme, clipboard, ltr("http://127.0.0.1:8710"), copy="Copy", copied="Copied", labelled=True)
    show(field)
    QTest.mouseClick(field.button, Qt.MouseButton.LeftButton)
    assert clipboard.text() == "http://127.0.0.1:8710"
    assert field.button.text() == "Copied"
    assert field.layoutDirection() is Qt.LayoutDirection.LeftToRight


def test_a_form_row_shows_and_takes_away_its_fault(theme: Theme, show: ShowWidget) -> None:
    edit = QLineEdit()
    row = FormRow(theme, "Name", edit, "One per system")
    show(row)
    row.show_fault("This name is in use.")
    assert edit.accessibleDescription() == "This name is in use."
    assert edit.property("fault") == "true"
    row.show_fault("")
    assert edit.property("fault") == "false"


def test_long_text_ends_in_dots_and_is_whole_in_the_tool_tip(theme: Theme, show: ShowWidget) -> None:
    label = ElidedLabel(theme, "Front brake pads, Land Cruiser 200, genuine")
    show(label)
    label.resize(80, 20)
    label.grab()
    assert label.toolTip() == label.text()
    label.resize(600, 20)
    label.grab()
    assert label.toolTip() == ""


@pytest.mark.parametrize(("status", "tone"), [(200, Tone.GOOD), (422, Tone.WARN), (500, Tone.BAD)])
def test_statuses_have_tones(status: int, tone: Tone) -> None:
    assert status_tone(status) is tone


def test_a_badge_has_its_tones_colours(theme: Theme, show: ShowWidget, settle: Callable[[], None]) -> None:
    badge = Badge(theme, "Refusing", Tone.BAD, dot=True)
    show(badge)
    badge.resize(badge.sizeHint())
    image = badge.grab().toImage()
    assert image.pixelColor(QPoint(badge.width() // 2, 2)) == theme.tokens.bad.tint
    badge.show_state("All well", Tone.GOOD)
    assert badge.grab().toImage().pixelColor(QPoint(badge.width() // 2, 2)) == theme.tokens.good.tint


def test_tab_reaches_every_control(theme: Theme, show: ShowWidget, qtbot: QtBot, settle: Callable[[], None]) -> None:
    holder = QWidget()
    controls = [Button(theme, "One"), Switch(theme, "Two"), QLineEdit()]
    for control in controls:
        control.setParent(holder)
    show(holder)
    holder.activateWindow()
    controls[0].setFocus(Qt.FocusReason.TabFocusReason)
    reached = []
    for _ in controls:
        reached.append(holder.focusWidget())
        QTest.keyClick(holder.focusWidget(), Qt.Key.Key_Tab)
    assert reached == controls


def test_entry_fields_keep_their_values_and_height(theme: Theme, show: ShowWidget) -> None:
    number = spin_field(theme, 1, 65535, 8710)
    at = time_field(theme, 125)
    choice = choice_field(theme, (("en", "English"), ("ar", "العربية")), "ar")
    for field in (number, at, choice):
        show(field)
        assert field.maximumHeight() == 32
    at.stepBy(1)
    assert (number.value(), minute_of(at), choice.currentData()) == (8710, 185, "ar")


def test_esc_in_an_empty_search_closes_its_dialog(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    window = QWidget()
    show(window)
    dialog = Dialog(theme, window, "Order")
    field = SearchField(theme, "Search", lambda _text: None)
    dialog.body.addWidget(field)
    dialog.open()
    field.edit.setFocus()
    field.edit.setText("oil")
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    assert field.edit.text() == ""
    assert dialog.isVisible()
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_figure_of_a_percentage_is_inside_its_field(theme: Theme, show: ShowWidget) -> None:
    holder = QWidget()
    field = percent_field(theme, 1000)
    field.setParent(holder)
    field.setFixedWidth(96)
    show(holder)
    inner = field.findChild(QLineEdit)
    assert inner is not None
    assert field.rect().contains(inner.geometry())
    assert inner.width() > inner.fontMetrics().horizontalAdvance(inner.text())


class _PaintRecorder(QObject):
    """Records which part of a widget is painted again."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.painted: list[QRect] = []
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            self.painted.append(event.region().boundingRect())
        return False


def test_the_ring_of_a_search_is_painted_whole_when_the_focus_comes_and_goes(
    theme: Theme, show: ShowWidget, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    """The edit paints its own part alone; the ring is around it."""
    window = QWidget()
    other, field = QLineEdit(), SearchField(theme, "Search", lambda _text: None)
    layout = QVBoxLayout(window)
    layout.addWidget(other)
    layout.addWidget(field)
    show(window)
    qtbot.waitUntil(window.isActiveWindow)
    other.setFocus()
    settle()
    recorder = _PaintRecorder(field)
    field.edit.setFocus()
    settle()
    assert field.rect() in recorder.painted
    recorder.painted.clear()
    other.setFocus()
    settle()
    assert field.rect() in recorder.painted
