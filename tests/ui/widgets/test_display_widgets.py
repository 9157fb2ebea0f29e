"""Widgets that display: countdown, chart, code, states, dialogs, secrets, toasts, progress."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from service.domain.times import MINUTE, SECOND
from tests.ui.conftest import ShowWidget
from ui.backend import Progress
from ui.i18n import Formats, Language
from ui.theme import Theme, Tone, Type
from ui.widgets import (
    Bar,
    BarChart,
    Button,
    ClipboardClearer,
    CodeFault,
    CodeView,
    ConfirmDialog,
    CountdownBar,
    Dialog,
    EmptyState,
    SecretDialog,
    SecretTexts,
    Skeleton,
    Toasts,
    WorkBar,
    WrappedLabel,
    countdown_tone,
    format_json,
)

FORMATS = Formats(Language.ENGLISH)
TEXTS = SecretTexts("Key for Till 3", "Sitra Auto Parts", "Shown once.", "I have stored it")


@pytest.fixture
def parent(show: ShowWidget) -> QWidget:
    widget = QWidget()
    show(widget)
    return widget


@pytest.mark.parametrize(
    ("left", "tone"),
    [(22 * MINUTE, Tone.ACCENT), (10 * MINUTE, Tone.ACCENT), (10 * MINUTE - 1, Tone.WARN), (5 * MINUTE - 1, Tone.BAD)],
)
def test_the_countdown_turns_urgent(left: int, tone: Tone) -> None:
    assert countdown_tone(left) is tone


def test_the_bar_tells_its_value(theme: Theme, show: ShowWidget) -> None:
    bar = CountdownBar(theme, FORMATS, "Time left")
    show(bar)
    bar.show_left(8 * MINUTE + 12 * SECOND)
    interface = QAccessible.queryAccessibleInterface(bar)
    assert interface.role() is QAccessible.Role.ProgressBar
    assert interface.valueInterface().currentValue() == 492
    assert not bar.grab().isNull()
    assert bar.accessibleDescription() == "8:12"


def test_the_chart_is_stepped_through_by_keys(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    chart = BarChart(theme, "Calls")
    chart.show_bars((Bar(44, 0, "", "15:00: 44"), Bar(51, 2, "16:00", "16:00: 51")), "97 calls")
    show(chart)
    chart.clearFocus()
    assert chart.accessibleDescription() == "97 calls"
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.accessibleDescription() == "16:00: 51"


def test_faults_stand_apart_from_what_was_answered(theme: Theme, show: ShowWidget) -> None:
    chart = BarChart(theme, "Calls")
    chart.show_bars((Bar(50, 20, "", ""),), "")
    show(chart)
    image = chart.grab().toImage()
    middle = round(chart._slot(0).center().x())
    column = [image.pixelColor(middle, y).name() for y in range(chart.height())]
    lowest_fault = max(y for y, colour in enumerate(column) if colour == theme.tokens.bad.fill.name())
    highest_answer = min(y for y, colour in enumerate(column) if colour == theme.tokens.chart_now.name())
    assert highest_answer - lowest_fault == 3


def test_code_shows_lines_and_marks_the_faulty_one(theme: Theme, show: ShowWidget) -> None:
    view = CodeView(theme, "Request")
    view.show_text(format_json(b'{"sku": "A", "price_fils": "14.500"}'), (CodeFault(3, "must be a whole number"),))
    show(view)
    assert view.text().splitlines()[2] == '  "price_fils": "14.500"'
    assert view.accessibleDescription() == "3: must be a whole number"
    assert view.layoutDirection() is Qt.LayoutDirection.LeftToRight
    image = view.grab().toImage()
    assert image.pixelColor(view.width() - 20, 8 + 2 * 17 + 8) == theme.tokens.bad.tint


def test_the_frame_of_code_is_around_its_scroll_bars(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    view = CodeView(theme, "Request")
    view.show_text("\n".join("1234567890" * 40 for _ in range(100)))
    show(view)
    view.resize(300, 200)
    qtbot.waitUntil(lambda: view.verticalScrollBar().isVisible() and view.horizontalScrollBar().isVisible())
    image = view.grab().toImage()
    assert image.pixelColor(299, 100) == theme.tokens.border
    assert image.pixelColor(150, 199) == theme.tokens.border
    assert image.pixelColor(298, 190) == image.pixelColor(290, 198) == theme.tokens.sunken


def test_code_that_is_no_json_is_shown_as_it_came() -> None:
    assert format_json(b'{"sku": ') == '{"sku": '
    assert format_json('{"name": "فلتر"}'.encode()) == '{\n  "name": "فلتر"\n}'


def test_a_long_body_opens_at_once(theme: Theme, show: ShowWidget) -> None:
    view = CodeView(theme, "Request")
    show(view)
    view.show_text("\n".join(f'"{number}": 1,' for number in range(50_000)))
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert view._first(view.verticalScrollBar().value()) > 49_000
    assert not view.grab().isNull()


def test_skeletons_wait_before_they_show(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    skeleton = Skeleton(theme, "Loading")
    show(skeleton)
    skeleton.begin()
    assert not skeleton.bars_visible
    assert skeleton._delay_timer.interval() == 300
    qtbot.waitUntil(lambda: skeleton.bars_visible)
    skeleton.end()
    assert not skeleton.bars_visible


def test_an_empty_state_reads_as_one_thing(theme: Theme, show: ShowWidget) -> None:
    state = EmptyState(
        theme, "package", "No parts yet", "Send them.", Button(theme, "Show me how"), script="counterpart"
    )
    show(state)
    assert (state.accessibleName(), state.accessibleDescription()) == ("No parts yet", "Send them.")


def test_confirming_acts_once_and_esc_does_not(theme: Theme, parent: QWidget, qtbot: QtBot) -> None:
    done: list[str] = []
    for key, expected in ((Qt.Key.Key_Escape, []), (None, ["yes"])):
        dialog = ConfirmDialog(
            theme, parent, "Revoke?", "It stops.", "Revoke", lambda: done.append("yes"), destructive=True
        )
        dialog.open()
        if key:
            QTest.keyClick(dialog, key)
        else:
            dialog.confirm.click()
        assert done == expected
        assert not dialog.isVisible()


def test_dialog_titles_say_staging(theme: Theme, parent: QWidget) -> None:
    theme.set_staging(True)
    dialog = ConfirmDialog(theme, parent, "Revoke?", "", "Revoke", lambda: None)
    assert dialog.windowTitle() == "Revoke? · Staging"
    dialog.reject()


def test_a_secret_has_no_way_out_but_having_stored_it(theme: Theme, parent: QWidget, qtbot: QtBot) -> None:
    clipboard = QGuiApplication.clipboard()
    forgetful = ClipboardClearer(clipboard)
    ended: list[bool] = []
    dialog = SecretDialog(theme, parent, clipboard, forgetful, TEXTS, "cp_live_x", lambda: ended.append(True))
    dialog.open()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    dialog.reject()
    assert dialog.isVisible()
    assert not dialog.done_button.isEnabled()
    dialog.field.button.click()
    assert clipboard.text() == "cp_live_x"
    dialog.stored.setChecked(True)
    dialog.done_button.click()
    assert ended == [True]


def test_the_clipboard_forgets_a_secret_but_nothing_else(theme: Theme) -> None:
    clipboard = QGuiApplication.clipboard()
    forgetful = ClipboardClearer(clipboard)
    assert forgetful._timer.interval() == 60_000
    clipboard.setText("cp_live_x")
    forgetful.watch("cp_live_x")
    forgetful.clear_now()
    assert clipboard.text() == ""
    clipboard.setText("cp_live_x")
    forgetful.watch("cp_live_x")
    clipboard.setText("something else")
    forgetful.clear_now()
    assert clipboard.text() == "something else"


def test_a_toast_can_be_taken_back(theme: Theme, parent: QWidget, settle: Callable[[], None]) -> None:
    toasts = Toasts(theme, parent)
    undone: list[bool] = []
    toasts.show("Removed", "Undo", lambda: undone.append(True))
    assert toasts.text == "Removed"
    parent.findChildren(Button)[0].click()
    settle()
    assert undone == [True]
    assert toasts.text == ""


def test_work_shows_how_far_it_is_and_stops(theme: Theme, parent: QWidget, qtbot: QtBot) -> None:
    stopped: list[bool] = []
    bar = WorkBar(theme, FORMATS, lambda: stopped.append(True), parent)
    bar.begin("Reading the file")
    bar.show_progress(Progress(500, 1245))
    assert bar._text.text() == "Reading the file  500 of 1,245"
    bar.stop.click()
    bar.end()
    assert stopped == [True]
    assert not bar.isVisible()


@pytest.mark.parametrize("calls", [20, 1_000, 80_000, 1_000_000])
def test_the_axis_has_room_for_its_largest_figure(theme: Theme, show: ShowWidget, calls: int) -> None:
    chart = BarChart(theme, "Calls")
    chart.show_bars((Bar(calls, 0, "", ""),), "")
    show(chart)
    label = f"{chart._top():,}"
    assert QFontMetrics(theme.font(Type.CAPTION)).horizontalAdvance(label) <= chart._plot().left() - 8


def test_what_is_behind_a_dialog_goes_on_where_nothing_composites(
    theme: Theme, parent: QWidget, settle: Callable[[], None]
) -> None:
    """The picture of the window is renewed, as a countdown behind it moves on."""
    theme.composites = False
    behind = QLabel("29:59", parent)
    behind.resize(200, 40)
    behind.show()
    dialog = Dialog(theme, parent, "Accept?")
    dialog.open()
    settle()
    first = dialog._background.toImage()
    behind.setText("12:34")
    assert dialog._background_timer.isActive()
    dialog._background_timer.timeout.emit()
    assert dialog._background.toImage() != first
    dialog.reject()


def test_a_wrapped_label_without_a_text_is_resized_in_silence(theme: Theme, show: ShowWidget) -> None:
    """A warning of Qt fails the test, and would be in the log of the program."""
    label = WrappedLabel(theme)
    show(label)
    label.resize(300, 40)
    assert label.minimumHeight() == 0
    label.setText("one two three " * 40)
    assert label.minimumHeight() == label.heightForWidth(label.width()) > 40
