"""The Overview pane: composes its cards and gives them the backend's answers."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.host_port import HostState, HostStatus
from ui.backend.overview_port import Overview
from ui.panes.overview.calls_card import CallsCard
from ui.panes.overview.host_card import HostCard, HostTrouble, PortTakenCard
from ui.panes.overview.overview_notes import BackupNote, ClockNote, KeysNote, TargetTroubles, UpdateNote
from ui.panes.overview.summary_cards import LinkSummaryCard, OrdersCard, PullSummaryCard, SetupCard
from ui.panes.shared.summary_dialog import SummaryDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Page, Pane, PassedMoment
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme.metrics import RIGHT_COLUMN

_ANY_WIDTH = (1 << 24) - 1
"""Qt's own maximum width (QWIDGETSIZE_MAX), which PySide6 does not export."""


class OverviewPane(Pane):
    """The shop's state at a glance (desktop §2.1)."""

    key: ClassVar[PaneKey] = PaneKey.OVERVIEW
    listens: ClassVar[frozenset[ChangeKind]] = frozenset(
        {
            ChangeKind.CALLS,
            ChangeKind.ORDERS,
            ChangeKind.KEYS,
            ChangeKind.TARGETS,
            ChangeKind.DELIVERIES,
            ChangeKind.PULLS,
            ChangeKind.SETTINGS,
            ChangeKind.LINKS,
        }
    )
    listens_to_host: ClassVar[bool] = True
    says_host_faults: ClassVar[bool] = True

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self.host = HostCard(context, self._test_call)
        self.host_trouble = HostTrouble(context, self._try_again)
        self.troubles = TargetTroubles(context, self._try_target)
        self.update_note = UpdateNote(context)
        self.keys = KeysNote(context)
        self.backup = BackupNote(context)
        self.clock = ClockNote(context, self._confirm_clock)
        self.link = LinkSummaryCard(context)
        self.calls = CallsCard(context)
        self.calls.summary.clicked.connect(self.print_shown)
        self.port_taken = PortTakenCard(context)
        self.orders = OrdersCard(context)
        self.setup = SetupCard(context, self._start_at_login, self._dismiss)
        self.pull = PullSummaryCard(context, self._run_pull)
        self._overview: Overview | None = None
        self._next_run = PassedMoment()
        self._fill()

    def load(self) -> None:
        self.dispatcher.fetch(self.context.backend.overview.read(self.context.shop.id), self._show, self.show_error)

    def tick(self, now: Millis) -> None:
        self.orders.tick(now)
        self.host.tick(now)
        if self._next_run.is_due(now):
            self.reload()

    def show_host(self, status: HostStatus) -> None:
        self.host.show_status(status)
        self.host_trouble.show_status(status)
        taken = status.state is HostState.PORT_TAKEN
        self.calls.setVisible(not taken)
        self.port_taken.setVisible(taken)
        self._lower.setVisible(not taken and status.state is not HostState.STOPPED)

    def print_shown(self) -> None:
        """Ctrl P: the summary of a day or a month."""
        SummaryDialog(self.context, self).open()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.host.copy_field.button, self.calls.chart, self.orders.list)

    def _fill(self) -> None:
        page = Page()
        # Before its parts: with each new parent Qt styles all that a widget holds again.
        whole = QVBoxLayout(self.content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(page)
        page.body.addWidget(self.host)
        page.body.addWidget(self.host_trouble)
        page.body.addWidget(self.troubles)
        page.body.addWidget(self.clock)
        page.body.addWidget(self.keys)
        page.body.addWidget(self.backup)
        page.body.addWidget(self.update_note)
        page.body.addWidget(self.link)
        self.orders.setFixedWidth(RIGHT_COLUMN)
        self.pull.setMinimumWidth(RIGHT_COLUMN)
        upper = QHBoxLayout()
        upper.setSpacing(16)
        upper.addWidget(self.calls, 1)
        upper.addWidget(self.port_taken, 1)
        upper.addWidget(self.orders)
        page.body.addLayout(upper, 5)
        self._lower = QWidget()
        page.body.addWidget(self._lower, 4)
        lower = QHBoxLayout(self._lower)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.setSpacing(16)
        lower.addWidget(self.setup, 1)
        lower.addWidget(self.pull)
        page.body.addStretch(0)

    def _show(self, overview: Overview) -> None:
        self._overview = overview
        now = self.context.now()
        self.host.show_last_call(overview.last_call, overview.last_call_key, now)
        self.troubles.show_troubles(overview.troubles)
        self.clock.show_about(overview.clock_doubt)
        self.update_note.show_status(overview.update)
        self.keys.show_about(overview.ending_keys or None)
        self.backup.show_about(overview.backup_fault)
        self.link.show_link(overview.link)
        self.calls.show_hours(overview)
        self.orders.show_orders(overview.waiting, now)
        self.port_taken.show_waiting(len(overview.waiting))
        self.setup.show_setup(overview.setup, has_file=overview.pull.setup is not None)
        self.pull.setMaximumWidth(_ANY_WIDTH if self.setup.isHidden() else RIGHT_COLUMN)
        self.pull.show_state(overview.pull, now)
        self._next_run.show(overview.pull.next_at if overview.pull.on else None)
        self.show_content()

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.context.clipboard).open()

    def _test_call(self) -> None:
        def on_answered(millis: int) -> None:
            took = self.context.formats.duration(millis)
            self.context.toasts.show(self.tr("It answered in %1.").replace("%1", took))

        self.dispatcher.fetch(self.context.backend.host.test_call(self.context.shop.id), on_answered, self._on_failed)

    def _try_again(self) -> None:
        self.dispatcher.send(self.context.backend.host.try_again(), self._on_failed)

    def _try_target(self, target: int) -> None:
        future = self.context.backend.webhooks.resend_waiting(self.context.shop.id, target)
        self.dispatcher.send(future, self._on_failed)

    def _start_at_login(self) -> None:
        future = self.context.backend.settings.set_start_at_login(True)
        self.dispatcher.send(future, self._on_failed)

    def _confirm_clock(self) -> None:
        self.dispatcher.send(self.context.backend.overview.confirm_clock(), self._on_failed)

    def _dismiss(self) -> None:
        future = self.context.backend.overview.dismiss_setup(self.context.shop.id)
        self.dispatcher.send(future, self._on_failed)

    def _run_pull(self) -> None:
        progress = self.dispatcher.progress(self.pull.show_progress)
        future = self.context.backend.pulls.run(self.context.shop.id, progress)
        self.pull.show_running(future.cancel)

        def on_failed(error: BackendError) -> None:
            self.pull.show_idle()
            self._on_failed(error)

        self.dispatcher.fetch(future, lambda _none: self.pull.show_idle(), on_failed)
