"""The Overview pane: composes its cards and gives them the backend's answers."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date
from typing import Any, ClassVar

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.host_port import HostStatus
from ui.backend.overview_port import Overview, ShopFigures
from ui.panes.overview.alerts import AlertStrip, AlertWords
from ui.panes.overview.connections_card import ConnectionsCard
from ui.panes.overview.summary_cards import OrdersCard, SetupCard, StockCard, TodayCard
from ui.panes.shared.summary_dialog import SummaryDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Page, Pane, PassedMoment
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme.metrics import RIGHT_COLUMN
from ui.widgets import column

_FIGURES = frozenset({ChangeKind.ORDERS, ChangeKind.ITEMS, ChangeKind.STOCK, ChangeKind.HISTORY})


class OverviewPane(Pane):
    """The shop's state at a glance (desktop §2.1)."""

    key: ClassVar[PaneKey] = PaneKey.OVERVIEW
    listens: ClassVar[frozenset[ChangeKind]] = _FIGURES | frozenset(
        {
            ChangeKind.CALLS,
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
        self._words = AlertWords(context.formats, self)
        self.alerts = AlertStrip(context, self._run_command)
        self.orders = OrdersCard(context)
        self.setup = SetupCard(context, self._start_at_login, self._dismiss)
        self.today = TodayCard(context, self.print_shown)
        self.stock = StockCard(context)
        self.connections = ConnectionsCard(context, self._test_call, self._run_pull)
        self._overview: Overview | None = None
        self._status: HostStatus | None = None
        self._figures_day: date | None = None
        """Of the figures that were asked for; None: they are to be asked for."""
        self._next_run = PassedMoment()
        self._fill()

    def load(self) -> None:
        shop = self.context.shop.id
        self.dispatcher.fetch(self.context.backend.overview.read(shop), self._show, self.show_error)
        if self._figures_day is None:
            self._figures_day = self._today(self.context.now())
            figures = self.context.backend.overview.figures(shop)
            self.dispatcher.fetch(figures, self._show_figures, self._on_figures_failed)

    def on_changes(self, changes: Changes) -> None:
        if changes.kinds & _FIGURES:
            self._figures_day = None
        super().on_changes(changes)

    def refresh(self) -> None:
        self._figures_day = None
        super().refresh()

    def tick(self, now: Millis) -> None:
        self.orders.tick(now)
        self.connections.tick(now)
        is_new_day = self._figures_day not in (None, self._today(now))
        if is_new_day:
            self._figures_day = None
        if self._next_run.is_due(now) or is_new_day:
            self.reload()

    def show_host(self, status: HostStatus) -> None:
        self._status = status
        self.connections.show_status(status)
        self._show_alerts()

    def print_shown(self) -> None:
        """Ctrl P: the summary of a day or a month."""
        SummaryDialog(self.context, self).open()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.orders.list, self.today.summary, self.connections.copy_field.button)

    def _fill(self) -> None:
        page = Page()
        # Before its parts: with each new parent Qt styles all that a widget holds again.
        whole = QVBoxLayout(self.content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(page)
        page.body.addWidget(self.alerts)
        side = QWidget()
        side.setFixedWidth(RIGHT_COLUMN)
        side.setLayout(column(self.today, self.stock, spacing=16))
        upper = QHBoxLayout()
        upper.setSpacing(16)
        left = column(self.orders, self.setup, spacing=16)
        left.setStretch(0, 1)
        upper.addLayout(left, 1)
        upper.addWidget(side)
        page.body.addLayout(upper, 1)
        page.body.addWidget(self.connections)

    def _show(self, overview: Overview) -> None:
        self._overview = overview
        now = self.context.now()
        self._show_alerts()
        self.orders.show_orders(overview.waiting, now)
        self.setup.show_setup(overview.setup, has_file=overview.pull.setup is not None)
        self.connections.show_overview(overview, now)
        self._next_run.show(overview.pull.next_at if overview.pull.on else None)
        self.show_content()

    def _today(self, now: Millis) -> date:
        return self.context.formats.to_local(now).date()

    def _on_figures_failed(self, error: BackendError) -> None:
        self._figures_day = None
        self.show_error(error)

    def _show_figures(self, figures: ShopFigures) -> None:
        self.today.show_figures(figures)
        self.stock.show_figures(figures, self.context.now())

    def _show_alerts(self) -> None:
        self.alerts.show_alerts(self._words.list_alerts(self._status, self._overview))

    def _run_command(self, command: str) -> Future[Any] | None:
        """A button of an alert: the work that it begins, if any."""
        verb, _, target = command.partition(":")
        backend = self.context.backend
        if verb == "run":
            return self._run_pull()
        if verb == "copy_host" and self._status is not None:
            status = self._status
            said = f"{status.state.value} {status.address} {status.reason}{status.fault} {status.holder}"
            self.context.clipboard.setText(said)
        elif verb == "try":
            return self._send(backend.webhooks.resend_waiting(self.context.shop.id, int(target)))
        elif verb == "try_again":
            return self._send(backend.host.try_again())
        elif verb == "confirm_clock":
            return self._send(backend.overview.confirm_clock())
        elif verb == "dismiss_backup":
            return self._send(backend.overview.dismiss_backup())
        return None

    def _send(self, work: Future[Any]) -> Future[Any]:
        self.dispatcher.send(work, self._on_failed)
        return work

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.context.clipboard).open()

    def _test_call(self) -> None:
        def on_answered(millis: int) -> None:
            took = self.context.formats.duration(millis)
            self.context.toasts.show(self.tr("It answered in %1.").replace("%1", took))

        self.dispatcher.fetch(self.context.backend.host.test_call(self.context.shop.id), on_answered, self._on_failed)

    def _start_at_login(self) -> None:
        self._send(self.context.backend.settings.set_start_at_login(True))

    def _dismiss(self) -> None:
        self._send(self.context.backend.overview.dismiss_setup(self.context.shop.id))

    def _run_pull(self) -> Future[None]:
        progress = self.dispatcher.progress(self.connections.show_progress)
        future = self.context.backend.pulls.run(self.context.shop.id, progress)
        self.connections.show_running(future.cancel)

        def on_failed(error: BackendError) -> None:
            self.connections.show_idle()
            self._on_failed(error)

        self.dispatcher.fetch(future, lambda _none: self.connections.show_idle(), on_failed)
        return future
