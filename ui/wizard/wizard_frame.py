"""The first start's frame: steps at the side, a question at a time, Back, Skip and main button."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from ui.shell.frame.sidebar import Logo
from ui.theme import Theme, Type
from ui.theme.metrics import DEFAULT_SIZE
from ui.widgets.card import Hairline, column, row
from ui.widgets.containers import PageStack, ScrollContainer, fit_to_screen
from ui.widgets.controls.button import Button, Kind
from ui.widgets.keyboard_focus import FocusRestorer, ReadingOrderMixin, first_focusable
from ui.widgets.label import Label
from ui.widgets.painting import Ink, leading_alignment, runs_rtl

_SIDE, _STEP, _DISC = 300, 58, 26


class WizardStep(QWidget):
    """One question. `name` and `summary` are in the list at the side; `ready` enables the main
    button.

    Override `enter` (the step appears), `leave` (the main button was pressed; call `advance` when
    the backend has answered) and `main_text`.
    """

    advance = Signal()
    changed = Signal()
    skippable: ClassVar[bool] = True

    def __init__(self, name: str, summary: str, question: str, explanation: str) -> None:
        super().__init__()
        self.name, self.summary = name, summary
        self.question, self.explanation = question, explanation
        self.ready = True

    @property
    def done(self) -> bool:
        """Whether the list ticks it once it is passed: a step that was skipped is not done."""
        return True

    def main_text(self) -> str:
        return self.tr("Continue")

    def enter(self) -> None:
        """Called when the step appears."""

    def leave(self) -> None:
        """Called when the main button was pressed."""
        self.advance.emit()


class _StepList(QWidget):
    """The list of steps, with done, present and later ones."""

    def __init__(self, theme: Theme, steps: tuple[WizardStep, ...]) -> None:
        super().__init__()
        self._theme, self._steps, self.at = theme, steps, 0
        self.setFixedHeight(len(steps) * _STEP)

    def summary_of(self, number: int) -> str:
        """What is below the name of a step."""
        step = self._steps[number]
        return step.summary if step.done or number >= self.at else self.tr("Not now")

    def sizeHint(self) -> QSize:
        return QSize(_SIDE - 64, len(self._steps) * _STEP)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens, rtl = self._theme.tokens, runs_rtl(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, step in enumerate(self._steps):
            done, now = number < self.at and step.done, number == self.at
            x = self.width() - _DISC / 2 if rtl else _DISC / 2
            centre = QPointF(x, number * _STEP + 16)
            if number + 1 < len(self._steps):
                painter.setPen(QPen(tokens.good.fill if done else tokens.border_strong, 2 if done else 1.5))
                painter.drawLine(centre + QPointF(0, 17), centre + QPointF(0, 39))
            fill = tokens.good.fill if done else tokens.accent if now else tokens.surface
            painter.setPen(Qt.PenStyle.NoPen if done or now else QPen(tokens.border_strong, 1))
            painter.setBrush(fill)
            painter.drawEllipse(centre, _DISC / 2, _DISC / 2)
            disc = QRectF(centre.x() - 13, centre.y() - 13, 26, 26)
            if done:
                tick = self._theme.pixmap("check", tokens.surface, 16, self.devicePixelRatioF())
                painter.drawPixmap(QPointF(disc.left() + 5, disc.top() + 5), tick)
            else:
                painter.setFont(self._theme.font(Type.SMALL_STRONG))
                painter.setPen(tokens.on_accent if now else tokens.text2)
                painter.drawText(disc, int(Qt.AlignmentFlag.AlignCenter), str(number + 1))
            left = 0.0 if rtl else 40.0
            upper = QRectF(left, number * _STEP + 1, self.width() - 40, 18)
            painter.setFont(self._theme.font(Type.STRONG if now else Type.MEDIUM))
            painter.setPen(tokens.text if now else tokens.text2)
            painter.drawText(upper, int(leading_alignment(rtl=rtl)), step.name)
            painter.setFont(self._theme.font(Type.SMALL))
            painter.setPen(tokens.text2)
            painter.drawText(upper.translated(0, 17), int(leading_alignment(rtl=rtl)), self.summary_of(number))


class Wizard(ReadingOrderMixin, QWidget):
    """Leads through steps. `left` at any time, to continue later; `finished` after the last."""

    finished = Signal()
    closed_early = Signal()
    language_requested = Signal()

    def __init__(self, theme: Theme, steps: tuple[WizardStep, ...], at: int = 0) -> None:
        super().__init__()
        self._theme, self._steps = theme, steps
        self.resize(fit_to_screen(DEFAULT_SIZE))
        self.setWindowTitle(self.tr("Set up Counterpart"))
        self.steps_list = _StepList(theme, steps)
        self._count = Label(theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        self._question = Label(theme, "", Type.DISPLAY, wrap=True)
        self._explanation = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        self._stack = PageStack()
        for step in steps:
            self._stack.addWidget(step)
            step.advance.connect(lambda step=step: self._advance_from(step))
            step.changed.connect(self._show)
        self.back = Button(theme, self.tr("Back"), Kind.GHOST, main=True, on_click=lambda: self.show_step(self.at - 1))
        self.skip = Button(theme, self.tr("Skip for now"), Kind.GHOST, main=True, on_click=self._advance)
        self.main = Button(theme, "", Kind.PRIMARY, main=True, on_click=self._leave)
        row(self._side_bar(), Hairline(self._theme, upright=True), (self._page(), 1), spacing=0, inside=self)
        # Without it Qt would move the focus to the next control, which is the language at the side.
        self._focus_restorer = FocusRestorer(theme, self, self._focus_home, lambda: str(self.at))
        self.show_step(at)

    @property
    def at(self) -> int:
        """The index of the present step, from 0."""
        return self.steps_list.at

    def show_step(self, at: int) -> None:
        self.steps_list.at = max(0, min(at, len(self._steps) - 1))
        self._show()
        self._steps[self.at].enter()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed_early.emit()
        super().closeEvent(event)

    def _show(self) -> None:
        step = self._steps[self.at]
        text = self.tr("Step %1 of %2").replace("%1", str(self.at + 1)).replace("%2", str(len(self._steps)))
        self._count.setText(text)
        self._question.setText(step.question)
        self._explanation.setText(step.explanation)
        self._stack.setCurrentWidget(step)
        self.back.setVisible(self.at > 0)
        self.skip.setVisible(step.skippable)
        self.main.setText(step.main_text())
        self.main.setAccessibleName(step.main_text())
        if not step.ready and self.focusWidget() is self.main:
            self._focus_home().setFocus()
        self.main.setEnabled(step.ready)
        self.main.updateGeometry()
        self.steps_list.update()

    def _focus_home(self) -> QWidget:
        step = self._steps[self.at]
        return self.main if step.ready else first_focusable(step) or self.skip

    def _leave(self) -> None:
        self._steps[self.at].leave()

    def _advance_from(self, step: WizardStep) -> None:
        """Advances once from a step that was left twice by a double click."""
        if step is self._steps[self.at]:
            self._advance()

    def _advance(self) -> None:
        if self.at + 1 < len(self._steps):
            self.show_step(self.at + 1)
        else:
            self.finished.emit()

    def _side_bar(self) -> QFrame:
        bar = QFrame()
        bar.setObjectName("sidebar")
        bar.setFixedWidth(_SIDE)
        text = self.tr("Connects your shop's own system to the parts marketplace.")
        about: QLabel = Label(self._theme, text, Type.BODY, Ink.TEXT2, wrap=True)
        other = "العربية" if not self._theme.arabic else "English"
        language = Button(self._theme, other, Kind.LINK, icon="languages", on_click=self.language_requested.emit)
        column(
            row(Logo(self._theme, 32), Label(self._theme, "Counterpart", Type.TITLE), None, spacing=12),
            about,
            32,
            self.steps_list,
            None,
            language,
            spacing=None,
            inside=bar,
            margins=(32, 36, 32, 28),
        )
        return bar

    def _page(self) -> QVBoxLayout:
        return column(
            self._count,
            self._question,
            self._explanation,
            12,
            (ScrollContainer(self._stack), 1),
            Hairline(self._theme),
            8,
            row(self.back, None, self.skip, self.main),
            spacing=6,
            margins=(56, 42, 56, 24),
        )
