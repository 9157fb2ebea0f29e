"""One delivery in full: the body byte for byte, and the answer to each attempt."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from service.domain.webhooks.events import Attempt
from ui.backend.webhooks_port import DeliveryDetail
from ui.panes.webhooks.webhook_words import delivery_title, fault_word, state_word
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import (
    Button,
    CodeView,
    Column,
    Dialog,
    ElidedLabel,
    Fact,
    FactRows,
    Ink,
    Kind,
    RowsModel,
    Segment,
    Segmented,
    Table,
    format_json,
    row,
)

_WIDTH, _HEIGHTS = 760, (200, 340)


class DeliveryDialog(Dialog):
    """Two views: the sent body, and the answers."""

    def __init__(self, context: PaneContext, parent: QWidget, detail: DeliveryDetail) -> None:
        title = delivery_title(detail.delivery, context.formats)
        super().__init__(context.theme, parent, title, self._subtitle(context, detail), icon="send", width=_WIDTH)
        self._context, self._detail = context, detail
        theme = context.theme
        views = (Segment("body", self.tr("Body we sent")), Segment("answers", self.tr("Answers")))
        self.views = Segmented(theme, views, self._show_view, name=self.tr("What is shown"))
        size = ElidedLabel(
            theme, self.tr("%1, the same in every try").replace("%1", self._size()), Type.SMALL, Ink.TEXT2
        )
        self.body.addLayout(row(self.views, size, None, spacing=14))
        self.code = CodeView(theme, self.tr("Body we sent"))
        self.code.show_text(format_json(detail.body))
        self.model: RowsModel[Attempt] = RowsModel(self._columns(), lambda one: one.number, self)
        self.model.set_rows(detail.attempts[::-1])
        self.attempts: Table[Attempt] = Table(theme, self.model, name=self.tr("Tries"))
        self.attempts.picked.connect(self._show_answer)
        self.answer = CodeView(theme, self.tr("Answer"))
        self._stack = QStackedWidget()
        self.resize_list(self._stack, *_HEIGHTS)
        self._stack.addWidget(self.code)
        self._stack.addWidget(self._answers())
        self.body.addWidget(self._stack)
        facts = (Fact(self.tr("Delivery id"), context.formats.ltr(detail.delivery.id), code=True),)
        self.body.addWidget(FactRows(theme, facts))
        copy = Button(theme, self.tr("Copy the body"), Kind.GHOST, icon="copy", main=True)
        copy.clicked.connect(self._copy)
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(copy,))
        if detail.attempts:
            self.attempts.choose(detail.attempts[-1].number)

    def _subtitle(self, context: PaneContext, detail: DeliveryDetail) -> str:
        at = context.formats.day_time(detail.delivery.created_at, context.now(), seconds=True)
        return " · ".join((context.formats.ltr(detail.delivery.kind.value), state_word(detail.delivery.state)[0], at))

    def _answers(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.attempts, 3)
        layout.addWidget(self.answer, 2)
        return page

    def _columns(self) -> tuple[Column[Attempt], ...]:
        formats, now = self._context.formats, self._context.now
        return (
            Column(self.tr("Try"), lambda one: formats.count(one.number), width=60),
            Column(self.tr("Time"), lambda one: formats.day_time(one.at, now(), seconds=True), width=180),
            Column(self.tr("Took"), lambda one: formats.duration(one.duration_ms), width=90),
            Column(self.tr("Answer"), self._outcome),
        )

    def _outcome(self, one: Attempt) -> str:
        return self._context.formats.ltr(str(one.status)) if one.status else fault_word(one.fault or "")

    def _show_answer(self, one: Attempt | None) -> None:
        text = format_json(one.answer) if one and one.answer else ""
        if one and not text:
            text = fault_word(one.fault) if one.fault else self.tr("The answer had no body.")
        self.answer.show_text(text)

    def _show_view(self, key: str) -> None:
        self._stack.setCurrentIndex(0 if key == "body" else 1)

    def _size(self) -> str:
        return self._context.formats.bytes(len(self._detail.body))

    def _copy(self) -> None:
        self._context.clipboard.setText(self._detail.body.decode("utf-8", "replace"))
        self._context.toasts.show(self.tr("Copied"))
