"""Cards of the wizard: a choice, and the sample data."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QRadioButton, QSizePolicy

from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n.error_texts import fault_text
from ui.theme import Radius, Theme, Tone, Type
from ui.theme.metrics import CHOICE_CARD
from ui.widgets import Button, Card, FaultNote, Ink, Label, Tile, WorkBar, column, fill, row
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.keyboard_focus import FocusRingMixin
from ui.widgets.label import begins_rtl, draw_wrapped
from ui.widgets.painting import box, focus_ring, leading_alignment, mirror, runs_rtl
from ui.wizard.wizard_answers import StepContext, WizardAnswers

_HEIGHT, _TILE, _EDGE = CHOICE_CARD, 44, 20


class SampleCard(Card):
    """One button, its progress, and the number of items afterwards."""

    def __init__(self, context: StepContext, answers: WizardAnswers, on_change: Callable[[], None]) -> None:
        super().__init__(context.theme)
        self._context, self._answers, self._on_change = context, answers, on_change
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[int] | None = None
        theme = context.theme
        self.tile = Tile(theme, "flask-conical", Tone.STAGING, 44, icon_size=22)
        self.headline = Label(theme, self.tr("Look around with a sample"), Type.HEADING)
        text = self.tr("Staging is for practice: parts, stock and orders of a made-up shop. Nothing reaches a buyer.")
        self.detail = Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True)
        self.button = Button(theme, self.tr("Fill staging with a sample"), on_click=self.fill)
        self.work = WorkBar(theme, context.formats, self._stop)
        self.fault = FaultNote(theme)
        head = row(self.tile, spacing=14)
        fill(head, (column(self.headline, self.detail, spacing=3), 1), self.button)
        self.body.setSpacing(12)
        fill(self.body, head, self.work, self.fault)
        self.show_filled()

    def show_filled(self) -> None:
        number = self._answers.filled
        if number:
            self.tile.show_icon("check", Tone.GOOD)
            self.headline.setText(self.tr("Staging holds %n sample part(s)", "", number))
            self.detail.setText(self.tr("Switch between Live and Staging at the top of the window."))
            self.button.hide()

    def fill(self) -> None:
        pair = self._answers.pair
        if pair is not None:
            self.fault.hide()
            self.button.setEnabled(False)
            self.work.begin(self.tr("Filling staging"))
            progress = self._dispatcher.progress(self._show_progress)
            future = self._context.backend.host.fill_sample(pair.staging.id, progress)
            self._reply = self._dispatcher.fetch(future, self._on_filled, self._on_failed)

    def _show_progress(self, progress: Progress) -> None:
        if self._reply is None or self._reply.pending:
            self.work.show_progress(progress)

    def _on_filled(self, number: int) -> None:
        self.work.end()
        self._answers.filled = number
        self.show_filled()
        self._on_change()

    def _stop(self) -> None:
        if self._reply:
            self._reply.cancel()
        self.work.end()
        self.button.setEnabled(True)

    def _on_failed(self, error: BackendError) -> None:
        self._stop()
        self.fault.show_text(fault_text(error))


class ChoiceCard(FocusRingMixin, QRadioButton):
    """Icon, title with an optional badge, one sentence, and the mark at the end. Emits `entered` on
    Enter and on a click: the choice and the step after it are one.
    """

    entered = Signal()

    def __init__(self, theme: Theme, icon: str, title: str, text: str, badge: str = "") -> None:
        super().__init__(title)
        self._theme, self._icon, self._about, self._badge = theme, icon, text, badge
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # The style sheet's least height of radio buttons takes the place of a widget's own.
        self.setObjectName("choiceCard")
        self.setFixedHeight(_HEIGHT)
        self.toggled.connect(self.update)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(600, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, _HEIGHT)

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002 the whole card is the button
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.setChecked(True)
            self.entered.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.entered.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, t, rtl = self._theme, self._theme.tokens, runs_rtl(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box(painter, self.rect(), Radius.CARD, t.surface, t.border)
        if self.isChecked():
            focus_ring(painter, self.rect(), Radius.CARD, t.accent)
        if self.has_ring:
            painter.setPen(QPen(t.accent_text, 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4.5, 4.5, -4.5, -4.5), 7, 7)
        tint = theme.tint(Tone.ACCENT if self.isChecked() else Tone.NEUTRAL)
        tile = mirror(QRect(_EDGE, (_HEIGHT - _TILE) // 2, _TILE, _TILE), self.rect(), rtl=rtl)
        box(painter, tile, Radius.TILE, tint.tint, None)
        icon = theme.pixmap(self._icon, tint.text, 22, self.devicePixelRatioF())
        painter.drawPixmap(tile.left() + 11, tile.top() + 11, icon)
        self._paint_texts(painter, rtl=rtl)
        self._paint_mark(painter, rtl=rtl)

    def _paint_texts(self, painter: QPainter, *, rtl: bool) -> None:
        theme, left = self._theme, _EDGE + _TILE + 16
        width = self.width() - left - 72
        heading = theme.font(Type.HEADING)
        painter.setFont(heading)
        painter.setPen(theme.tokens.text)
        body = QFontMetrics(theme.font(Type.BODY))
        lines = 1 if body.horizontalAdvance(self._about) <= width else 2
        upper = QRect(left, 20 if lines == 1 else 11, width, 22)
        painter.drawText(mirror(upper, self.rect(), rtl=rtl), int(leading_alignment(rtl=rtl)), self.text())
        if self._badge:
            used = QFontMetrics(heading).horizontalAdvance(self.text()) + 12
            metrics = QFontMetrics(theme.font(Type.CAPTION))
            place = QRect(left + used, upper.top() + 1, badge_width(metrics, self._badge, dot=False), HEIGHT)
            place = mirror(place, self.rect(), rtl=rtl)
            paint_badge(painter, theme, place, self._badge, Tone.ACCENT, dot=False, rtl=rtl)
        painter.setFont(theme.font(Type.BODY))
        painter.setPen(theme.tokens.text2)
        lower = QRect(left, upper.top() + 24, width, 20 if lines == 1 else 2 * body.lineSpacing() + 2)
        place = mirror(lower, self.rect(), rtl=rtl)
        if begins_rtl(self._about):
            draw_wrapped(painter, QRectF(place), leading_alignment(rtl=rtl), self._about)
        else:
            flags = int(leading_alignment(rtl=rtl)) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(place, flags, self._about)

    def _paint_mark(self, painter: QPainter, *, rtl: bool) -> None:
        t = self._theme.tokens
        centre = QPointF(31 if rtl else self.width() - 31, _HEIGHT / 2)
        painter.setBrush(t.surface)
        painter.setPen(QPen(t.accent, 6) if self.isChecked() else QPen(t.border_strong, 1.5))
        painter.drawEllipse(centre, 7 if self.isChecked() else 9, 7 if self.isChecked() else 9)
