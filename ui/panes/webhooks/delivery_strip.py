"""The attempts of one delivery on a line: results, the time of the next, and the later ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame

from service.domain.sentences import Sentence
from service.domain.times import MINUTE, Millis
from service.domain.webhooks.events import Attempt
from ui.backend.webhooks_port import DeliveryDetail
from ui.i18n import translate_sentence
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.webhook_words import delivery_title, fault_word
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, ElidedLabel, Ink, Label, LinkButton, WrappedLabel, column, fill, row
from ui.widgets.card import SunkenFrame
from ui.widgets.painting import runs_rtl

_MAX_NODES = 6
_LINE, _RADIUS, _NEXT = 26, 8, 10
_EDGE_SHARE = 0.075
"""The share of the width outside the first and last node."""
_ANSWER = 200


@dataclass(frozen=True, slots=True)
class AttemptNode:
    """One attempt: succeeded, failed, next, or later."""

    at: Millis
    state: str
    text: str


class AttemptLine(QFrame):
    """At most six nodes: the newest attempts and the next ones."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context, self._theme = context, context.theme
        self.nodes: tuple[AttemptNode, ...] = ()
        self.setFixedHeight(72)
        context.theme.changed.connect(self.update)

    def show_detail(self, detail: DeliveryDetail) -> None:
        """Shows another delivery, or a new state of the same one."""
        done = [
            AttemptNode(
                one.at, "well" if one.status and 200 <= one.status < 300 else "bad", self._describe_outcome(one.status)
            )
            for one in detail.attempts
        ]
        ahead = [
            AttemptNode(at, "later" if number else "next", self._describe_planned(number, len(detail.planned_at)))
            for number, at in enumerate(detail.planned_at)
        ]
        room = max(1, _MAX_NODES - len(ahead))
        self.nodes = (*done[-room:], *ahead)[:_MAX_NODES]
        lines = [f"{self._time(node)} {node.text}" for node in self.nodes]
        self.setAccessibleName(self.tr("Tries"))
        self.setAccessibleDescription(strip_marks("; ".join(lines)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, 72)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self._node_positions()
        for (node, x), (after, next_x) in pairwise(zip(self.nodes, places, strict=True)):
            self._paint_gap(painter, node, after, x, next_x)
        for node, x in zip(self.nodes, places, strict=True):
            self._paint_node(painter, node, x)

    def _node_positions(self) -> list[float]:
        first = self.width() * _EDGE_SHARE
        step = self.width() * (1 - 2 * _EDGE_SHARE) / (_MAX_NODES - 1)
        places = [first + step * at for at in range(len(self.nodes))]
        return [self.width() - x for x in places] if runs_rtl(self) else places

    def _paint_gap(self, painter: QPainter, node: AttemptNode, after: AttemptNode, x: float, next_x: float) -> None:
        tokens = self._theme.tokens
        colours = {"bad": tokens.bad.line, "well": tokens.good.line, "next": tokens.accent_line}
        colour = colours.get(after.state, tokens.border_strong)
        pen = QPen(colour, 1.6)
        if after.state in ("next", "later"):
            pen.setDashPattern([3, 2.4])
        painter.setPen(pen)
        inward = 12 if next_x > x else -12
        painter.drawLine(QPointF(x + inward, _LINE), QPointF(next_x - inward, _LINE))
        minutes = round((after.at - node.at) / MINUTE)
        if minutes:
            text = self.tr("%1 min").replace("%1", str(minutes))
            middle = QRectF(min(x, next_x), 4, abs(next_x - x), 16)
            self._draw_text(painter, middle, text, Type.CAPTION, tokens.text2)

    def _paint_node(self, painter: QPainter, node: AttemptNode, x: float) -> None:
        tokens = self._theme.tokens
        centre = QPointF(x, _LINE)
        ratio = self.devicePixelRatioF()
        if node.state in ("well", "bad"):
            tint = tokens.good if node.state == "well" else tokens.bad
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint.tint)
            painter.drawEllipse(centre, _RADIUS, _RADIUS)
            icon = self._theme.pixmap("check" if node.state == "well" else "x", tint.text, 12, ratio)
            painter.drawPixmap(centre - QPointF(6, 6), icon)
        elif node.state == "next":
            painter.setPen(QPen(tokens.accent_text, 1.6))
            painter.setBrush(tokens.accent_tint)
            painter.drawEllipse(centre, _NEXT - 1, _NEXT - 1)
            painter.drawPixmap(centre - QPointF(6, 6), self._theme.pixmap("clock", tokens.accent_text, 12, ratio))
        else:
            painter.setPen(QPen(tokens.border_strong, 1.6))
            painter.setBrush(tokens.surface)
            painter.drawEllipse(centre, 5, 5)
        strong = node.state == "next"
        upper = tokens.accent_text if strong else tokens.text2 if node.state == "later" else tokens.text
        under = {"bad": tokens.bad.text, "well": tokens.good.text}.get(node.state, tokens.text2)
        self._draw_text(painter, QRectF(x - 50, 38, 100, 17), self._time(node), Type.SMALL_MEDIUM, upper)
        self._draw_text(painter, QRectF(x - 50, 55, 100, 16), node.text, Type.CAPTION, under)

    def _draw_text(self, painter: QPainter, place: QRectF, text: str, kind: Type, colour: QColor) -> None:
        painter.setFont(self._theme.font(kind))
        painter.setPen(colour)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), text)

    def _time(self, node: AttemptNode) -> str:
        return self._context.formats.time(node.at, seconds=node.state != "later")

    def _describe_outcome(self, status: int | None) -> str:
        return self._context.formats.ltr(str(status)) if status else self.tr("no answer")

    def _describe_planned(self, number: int, count: int) -> str:
        if number == 0:
            return self.tr("next try")
        return self.tr("last") if number == count - 1 else ""


def answer_text(attempt: Attempt) -> str:
    """The answer on one line."""
    return " ".join(attempt.answer[: 4 * _ANSWER].decode("utf-8", "replace").split())[:_ANSWER]


class DeliveryStrip(SunkenFrame):
    """`read` opens the body and every answer, `again` sends it once more."""

    def __init__(self, context: PaneContext, read: Callable[[], None], again: Callable[[], None]) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.title = ElidedLabel(theme, "", Type.SMALL_MEDIUM)
        self.kind = Label(theme, "", Type.MONO, Ink.TEXT2)
        self.number = Label(theme, "", Type.SMALL, Ink.TEXT2)
        self.attempts = AttemptLine(context)
        self.label = Label(theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        self.status = Label(theme, "", Type.MONO, Ink.TEXT2)
        self.answer = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.advice = WrappedLabel(theme, "", Type.SMALL, Ink.TEXT2)
        self.read = LinkButton(theme, self.tr("Body we sent"), on_click=read)
        self.send_again = Button(theme, self.tr("Send again"), icon="rotate-ccw", changes=True, on_click=again)
        head = row(spacing=10)
        fill(head, (self.title, 1), self.kind, self.number)
        foot = row(self.label, self.status, spacing=10)
        fill(foot, (self.answer, 1), self.read, 4, self.send_again)
        column(head, self.attempts, self.advice, foot, spacing=4, inside=self, margins=(20, 12, 20, 12))
        self.hide()

    def show_detail(self, detail: DeliveryDetail, *, on: bool) -> None:
        """Shows another delivery; `on` says whether its target is on."""
        formats = self._context.formats
        delivery = detail.delivery
        self.setAccessibleName(delivery_title(delivery, formats))
        self.title.setText(delivery_title(delivery, formats))
        self.kind.setText(formats.ltr(delivery.kind.value))
        short = f"{delivery.id[:4]}…{delivery.id[-2:]}"
        self.number.setText(self.tr("Delivery %1").replace("%1", formats.ltr(short)))
        self.number.setToolTip(delivery.id)
        self.attempts.show_detail(detail)
        last = detail.attempts[-1] if detail.attempts else None
        self._show_answer(last, detail.delivery.note)
        self.send_again.setVisible(on)
        self.show()

    def _show_answer(self, last: Attempt | None, note: Sentence | None) -> None:
        formats = self._context.formats
        self.status.setVisible(last is not None and last.status is not None)
        if last is None:
            self.label.setText(self.tr("Not tried yet"))
            self.answer.setText("")
            advice = translate_sentence(note) if note else ""
        elif last.status is None:
            self.label.setText(self.tr("No answer"))
            self.answer.setText("")
            advice = fault_word(last.fault or "")
        else:
            self.label.setText(self.tr("Answer"))
            self.status.setText(formats.ltr(str(last.status)))
            text = answer_text(last)
            self.answer.setText(formats.ltr(text) if text else self.tr("nothing more"))
            advice = ""
        self.advice.setText(advice)
        self.advice.setVisible(bool(advice))
