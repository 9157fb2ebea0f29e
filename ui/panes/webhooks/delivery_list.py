"""The deliveries of a target, and the dialog of one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QStackedLayout, QStackedWidget, QVBoxLayout, QWidget

from service.domain.webhooks.events import Attempt, DeliveryState
from ui.backend import BackendError
from ui.backend.webhooks_port import DeliveryDetail, DeliveryPage, DeliveryRow
from ui.i18n.error_texts import fault_text, fault_title
from ui.panes.webhooks.webhook_words import ATTEMPTS, delivery_detail, delivery_title, fault_word, state_word
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
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
    Label,
    Note,
    RowsModel,
    Segment,
    Segmented,
    Skeleton,
    Table,
    clear_layout,
    column,
    format_json,
    row,
    set_margins,
)

_WIDTH, _HEIGHTS = 760, (200, 340)
PAGE = 50
_MIN_HEIGHT = 148


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
        copy = Button(theme, self.tr("Copy the body"), Kind.GHOST, icon="copy", main=True, on_click=self._copy)
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(copy,))
        if detail.attempts:
            self.attempts.choose(detail.attempts[-1].number)

    def _subtitle(self, context: PaneContext, detail: DeliveryDetail) -> str:
        at = context.formats.day_time(detail.delivery.created_at, context.now(), seconds=True)
        return " · ".join((context.formats.ltr(detail.delivery.kind.value), state_word(detail.delivery.state)[0], at))

    def _answers(self) -> QWidget:
        page = QWidget()
        column((self.attempts, 3), (self.answer, 2), spacing=None, inside=page)
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


class DeliveryList(QWidget):
    """`on_state_change` is called for another state, `on_more` for a further page (`before`)."""

    def __init__(
        self, context: PaneContext, on_state_change: Callable[[], None], on_more: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._context, self._on_state_change, self._on_more = context, on_state_change, on_more
        self._next_cursor: str | None = None
        theme = context.theme
        self.filter = Segmented(
            theme, self._segments(), lambda _key: on_state_change(), name=self.tr("Deliveries by state"), height=28
        )
        self.model: RowsModel[DeliveryRow] = RowsModel(self._columns(), lambda one: one.delivery.id, self)
        self.table: Table[DeliveryRow] = Table(theme, self.model, name=self.tr("Deliveries"), row_height=TWO_LINE_ROW)
        self.table.end_reached.connect(self._on_end_reached)
        self._empty = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        self._skeleton = Skeleton(theme, self.tr("Loading"), 4)
        self._fault = QWidget()
        self._fault_layout = QVBoxLayout(self._fault)
        self._fault_layout.setContentsMargins(20, 8, 20, 8)
        pages = QWidget()
        self._stack = QStackedLayout(pages)
        for page in (self.table, self._with_padding(self._empty), self._with_padding(self._skeleton), self._fault):
            self._stack.addWidget(page)
        head = row(Label(theme, self.tr("Deliveries"), Type.STRONG), None, self.filter)
        set_margins(head, theme, 20, 10, 14, 6)
        column(head, (pages, 1), spacing=0, inside=self, margins=(1, 0, 1, 1))
        self.setMinimumHeight(_MIN_HEIGHT)

    @property
    def state(self) -> DeliveryState | None:
        """The state to list; None for all."""
        return DeliveryState(self.filter.key) if self.filter.key else None

    def begin(self) -> None:
        """Shows another target; nothing of the one before stays."""
        self.model.set_rows(())
        self._next_cursor = None
        self._skeleton.begin()
        self._stack.setCurrentIndex(2)

    def show_page(self, page: DeliveryPage, *, on: bool) -> None:
        """Shows the newest page; `on` says whether the target is on."""
        self._skeleton.end()
        self.model.set_rows(page.rows)
        self._remember_cursor(page)
        self._empty.setText(
            self._empty_text() if on or self.state else self.tr("It is off. What happens is kept for it.")
        )
        self._stack.setCurrentIndex(0 if page.rows else 1)

    def add_page(self, page: DeliveryPage) -> None:
        self.model.append(page.rows)
        self._remember_cursor(page)

    def show_fault(self, error: BackendError) -> None:
        self._skeleton.end()
        clear_layout(self._fault_layout)
        again = Button(self._context.theme, self.tr("Try again"), icon="rotate-ccw", on_click=self._on_state_change)
        self._fault_layout.addWidget(
            Note(self._context.theme, Tone.BAD, fault_title(error), (fault_text(error),), again)
        )
        self._fault_layout.addStretch(1)
        self._stack.setCurrentIndex(3)

    def _columns(self) -> tuple[Column[DeliveryRow], ...]:
        formats, now = self._context.formats, self._context.now

        def time(one: DeliveryRow) -> str:
            same = formats.to_local(one.delivery.created_at).date() == formats.to_local(now()).date()
            return formats.time(one.delivery.created_at) if same else formats.date(one.delivery.created_at)

        def tries(one: DeliveryRow) -> str:
            made = one.delivery.attempts
            if one.delivery.state in (DeliveryState.DELIVERED, DeliveryState.SKIPPED):
                return formats.count(made)
            return self.tr("%1 of %2").replace("%1", str(made)).replace("%2", str(max(made, ATTEMPTS)))

        return (
            Column(
                self.tr("Delivery"),
                lambda one: delivery_title(one.delivery, formats),
                strong=True,
                second=lambda one: delivery_detail(one, formats),
                inset=12,
            ),
            Column(self.tr("Time"), time, width=116),
            Column(self.tr("Tries"), tries, width=76),
            Column(
                "",
                lambda one: state_word(one.delivery.state)[0],
                width=112,
                end=True,
                tone=lambda one: state_word(one.delivery.state)[1],
                inset=12,
            ),
        )

    def _segments(self) -> tuple[Segment, ...]:
        states = (DeliveryState.WAITING, DeliveryState.DELIVERED, DeliveryState.FAILED, DeliveryState.SKIPPED)
        return (Segment("", self.tr("All")), *(Segment(state.value, state_word(state)[0]) for state in states))

    def _empty_text(self) -> str:
        words = {
            None: self.tr("Nothing was sent yet. Send a test, or wait for the first order."),
            DeliveryState.WAITING: self.tr("Nothing waits: all that happened has been delivered."),
            DeliveryState.DELIVERED: self.tr("Nothing was delivered yet."),
            DeliveryState.FAILED: self.tr("Nothing was given up."),
            DeliveryState.SKIPPED: self.tr("Nothing was left out."),
        }
        return words.get(self.state, "")

    def _remember_cursor(self, page: DeliveryPage) -> None:
        self._next_cursor = page.next_cursor if page.more else None

    def _on_end_reached(self) -> None:
        if self._next_cursor is not None:
            before, self._next_cursor = self._next_cursor, None
            self._on_more(before)

    def _with_padding(self, widget: QWidget) -> QWidget:
        holder = QWidget()
        column(widget, None, inside=holder, margins=(20, 10, 20, 10))
        return holder
