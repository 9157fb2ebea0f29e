"""The deliveries of one target: newest first, by state, in pages."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from service.domain.webhooks.events import DeliveryState
from ui.backend import BackendError
from ui.backend.webhooks_port import DeliveryPage, DeliveryRow
from ui.i18n.error_texts import fault_text, fault_title
from ui.panes.webhooks.webhook_words import ATTEMPTS, delivery_detail, delivery_title, state_word
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Button,
    Column,
    Ink,
    Label,
    Note,
    RowsModel,
    Segment,
    Segmented,
    Skeleton,
    Table,
    clear_layout,
    row,
    set_margins,
)

PAGE = 50
_MIN_HEIGHT = 148


class DeliveryList(QWidget):
    """`on_state_change` is called for another state, `on_more` for a further page
    (its `before`).
    """

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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(pages, 1)
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
        """Adds a further page."""
        self.model.append(page.rows)
        self._remember_cursor(page)

    def show_fault(self, error: BackendError) -> None:
        """Shows that they could not be read."""
        self._skeleton.end()
        clear_layout(self._fault_layout)
        again = Button(self._context.theme, self.tr("Try again"), icon="rotate-ccw")
        again.clicked.connect(self._on_state_change)
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
            Column(self.tr("Time"), time, width=92),
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
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(20, 10, 20, 10)
        layout.addWidget(widget)
        layout.addStretch(1)
        return holder
