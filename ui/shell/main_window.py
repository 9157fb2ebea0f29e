"""The main window: builds the frame and panes for one shop, live or staging, and one language."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QClipboard, QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.times import Clock
from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostState, HostStatus, MissingDataReport
from ui.backend.shops_port import Badges, ShopPair
from ui.i18n import Formats, Language, Translations
from ui.shell.counter.counter_controls import CounterControls
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import QtFileChooser
from ui.shell.dialogs.questions import confirm_staging_switch
from ui.shell.dialogs.start_notice import MissingDataPage, StartupErrorPage
from ui.shell.frame.help_page import HelpPage
from ui.shell.frame.keyboard import KeyHelp, area_in_focus, bind_keys, focus_area, next_area
from ui.shell.frame.pane_stack import PaneStack
from ui.shell.frame.search_popup import SearchPopup
from ui.shell.frame.sidebar import Sidebar, pane_name
from ui.shell.frame.topbar import STAGING, StagingStrip, Topbar
from ui.shell.pane import Pane, PaneFactory
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme
from ui.theme.metrics import DEFAULT_SIZE, MINIMUM_SIZE, NARROW_BELOW
from ui.widgets.card import Hairline, column, row
from ui.widgets.containers import fit_to_screen
from ui.widgets.keyboard_focus import ReadingOrderMixin
from ui.widgets.secret_dialog import ClipboardClearer
from ui.widgets.toast import Toasts
from ui.widgets.window_use import make_timer

_TICK_MS = 1000
_log = logging.getLogger(__name__)


def build_frame(
    theme: Theme, sidebar: QWidget, topbar: QWidget, page: QWidget, support: QWidget, *, staging: bool
) -> QWidget:
    """All parts in one widget; `support` is the support view's strip; staging has one too."""
    right = column(topbar, support, spacing=0)
    if staging:
        right.addWidget(StagingStrip(theme))
    right.addWidget(page, 1)
    frame = QWidget()
    row(sidebar, Hairline(theme, upright=True), (right, 1), spacing=0, inside=frame)
    return frame


def start_ticks(window: QWidget, find_pane: Callable[[], Pane | None], clock: Clock) -> QTimer:
    """Tells the open pane the time every second, for countdowns."""

    def tick() -> None:
        pane = find_pane()
        if pane is not None and pane.isVisible():
            pane.tick(clock.now())

    timer = make_timer(window, _TICK_MS, tick, repeats=True)
    timer.start()
    return timer


class BadgeLoader:
    """`on_open_shop` is called for the open shop, `on_total` with the sum over all."""

    def __init__(
        self,
        backend: Backend,
        dispatcher: GuiDispatcher,
        on_open_shop: Callable[[Badges], None],
        on_total: Callable[[Badges], None],
    ) -> None:
        self._backend, self._dispatcher, self._on_open_shop, self._on_total = (
            backend,
            dispatcher,
            on_open_shop,
            on_total,
        )
        self._open = 0
        self._badges: dict[int, Badges] = {}

    def load(self, open_shop: int, live: Iterable[int]) -> None:
        """Requests the counts of the open shop and of all live ones: orders there ring too."""
        self._open = open_shop
        watched = dict.fromkeys((open_shop, *live))
        self._badges = {shop: badges for shop, badges in self._badges.items() if shop in watched}
        for shop in watched:
            self._dispatcher.fetch(self._backend.shops.badges(shop), partial(self._on_badges, shop), _log_failure)

    def _on_badges(self, shop: int, badges: Badges) -> None:
        self._badges[shop] = badges
        if shop == self._open:
            self._on_open_shop(badges)
        every = self._badges.values()
        trouble = any(one.webhooks_in_trouble for one in every)
        link = next((one.link for one in every if one.link is not None), None)
        soonest = min((one.accept_by for one in every if one.accept_by is not None), default=None)
        self._on_total(Badges(sum(one.orders_waiting for one in every), trouble, link, soonest))


def _log_failure(error: BackendError) -> None:
    """Logs a failure. The open page makes its own requests and displays the reason."""
    _log.info("The figures of the side bar could not be read just now: %s", error.message)


@dataclass(frozen=True, slots=True)
class WindowDependencies:
    theme: Theme
    translations: Translations
    backend: Backend
    clock: Clock
    clipboard: QClipboard
    panes: Mapping[PaneKey, PaneFactory]


class MainWindow(ReadingOrderMixin, QMainWindow):
    """The window of all panes. `closed_to_tray`: closing hides it; `quit_requested`: Ctrl Q."""

    closed_to_tray = Signal()
    quit_requested = Signal()
    wizard_requested = Signal()
    language_chosen = Signal(str)
    host_changed = Signal(object)
    badges_changed = Signal(object)

    def __init__(self, dependencies: WindowDependencies, formats: Callable[[Language], Formats] = Formats) -> None:
        super().__init__()
        self._dependencies, self._theme, self._backend = dependencies, dependencies.theme, dependencies.backend
        self._formats = formats
        self._dispatcher = GuiDispatcher(self)
        self._badge_loader = BadgeLoader(self._backend, self._dispatcher, self._show_badges, self.badges_changed.emit)
        self._toasts = Toasts(self._theme, self)
        self._clipboard_clearer = ClipboardClearer(dependencies.clipboard, self)
        self._pairs: tuple[ShopPair, ...] = ()
        self._pair: ShopPair | None = None
        self._staging = False
        self._current = PaneKey.OVERVIEW
        self._target = ""
        self._host = HostStatus(HostState.STARTING, "", 0)
        self._startup_error: StartupErrorPage | MissingDataPage | None = None
        self._sidebar: Sidebar | None = None
        self._topbar: Topbar | None = None
        self._search_popup: SearchPopup | None = None
        self._stack = PaneStack(self._theme, dependencies.panes, self._pane_context, self._host)
        self.counter = CounterControls(self._theme, self._backend, self, dependencies.clock, self._on_failed)
        self.counter.people_requested.connect(lambda: self.go(PaneKey.SETTINGS, "people"))
        self.setMinimumSize(fit_to_screen(MINIMUM_SIZE))
        self.resize(fit_to_screen(DEFAULT_SIZE))
        self.setWindowTitle("Counterpart")
        bind_keys(self, self._run_command)
        self._tick_timer = start_ticks(self, lambda: self.pane, self._dependencies.clock)
        self._subscriptions = (
            self._backend.on_changes(lambda changes: self._dispatcher.post(lambda: self._on_changes(changes))),
            self._backend.on_host(lambda status: self._dispatcher.post(lambda: self.show_host(status))),
        )

    def start(self) -> None:
        """Requests the people (a locked window shows nothing), shops and the host's status."""
        self.counter.load(self._load_shops)
        self._dispatcher.fetch(self._backend.host.status(), self.show_host, self._on_failed)

    def _load_shops(self) -> None:
        self._dispatcher.fetch(self._backend.shops.list(), self._show_shops, self._on_shops_failed)

    @property
    def pane(self) -> Pane | None:
        return self._stack.find_pane(self._current)

    @property
    def toasts(self) -> Toasts:
        return self._toasts

    @property
    def sidebar(self) -> Sidebar | None:
        return self._sidebar

    @property
    def topbar(self) -> Topbar | None:
        return self._topbar

    def go(self, key: PaneKey, target: str = "") -> None:
        if self._pair is None:
            self._current, self._target = key, target
            return
        self._current = key
        pane = self._stack.open(key)
        self.counter.lock.show_title(f"{pane_name(key)} · Counterpart")
        if self._sidebar:
            self._sidebar.choose(key)
        if target:
            pane.open_target(target)

    def is_locked(self) -> bool:
        """Whether a page covers the window until a PIN is typed."""
        return self.counter.lock.is_on

    def is_staging(self, shop: int) -> bool:
        return any(pair.staging.id == shop for pair in self._pairs)

    def is_displayed(self, shop: int) -> bool:
        """Whether the window is about this shop."""
        return self._pair is not None and self._pair.of(staging=self._staging).id == shop

    def show_order(self, shop: int, reference: str) -> None:
        """Shows an order that rang, in its own shop; an open question must be answered first."""
        self.open_in_shop(shop, PaneKey.ORDERS, reference)

    def show_fault(self, title: str, error: BackendError) -> None:
        """Shows why something failed that was not asked for in the window, unless it is locked."""
        if self.is_locked():
            return
        FaultDialog(self._theme, self, error, self._dependencies.clipboard, title=title).open()

    def open_in_shop(self, shop: int, key: PaneKey, target: str) -> None:
        """Opens a pane of one shop, in front; an open question must be answered first."""
        self.raise_window()
        pair = next((pair for pair in self._pairs if shop in (pair.live.id, pair.staging.id)), None)
        if pair is None or QApplication.activeModalWidget() is not None:
            return
        if not self.is_displayed(shop):
            self._current = key
            self.choose_shop(pair.live.id, staging=pair.staging.id == shop)
        self.go(key, target)

    def choose_shop(self, shop: int, *, staging: bool) -> None:
        """Switches to another shop and builds the panes again."""
        self._pair = next((pair for pair in self._pairs if pair.live.id == shop), self._pair)
        self._staging = staging
        self._rebuild()

    def show_live(self) -> None:
        if self._pair and self._staging:
            self.choose_shop(self._pair.live.id, staging=False)

    def choose_language(self, language: Language) -> None:
        """Switches the language: texts, fonts and direction; builds the panes again."""
        self._dependencies.translations.use(language)
        self._theme.set_arabic(language is Language.ARABIC)
        self._rebuild()
        self.language_chosen.emit(language.value)

    def show_host(self, status: HostStatus) -> None:
        self._host = status
        if status.counter_of != self._theme.counter_of:
            self._theme.counter_of = status.counter_of
            if self._pair is not None:
                self._rebuild()
        if self._sidebar:
            self._sidebar.show_host(status)
        self._stack.show_host(status)
        if self._startup_error is not None:
            self._startup_error.show_host(status)
            if status.state in (HostState.LISTENING, HostState.PORT_TAKEN):
                self.counter.load(self._load_shops)
        self.host_changed.emit(status)

    def raise_window(self) -> None:
        """Brings the window to the front: a second start, a click on the tray icon."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.hide()
        self.closed_to_tray.emit()

    def shut(self) -> None:
        """Ends the window's subscriptions and timers before the program ends."""
        self._tick_timer.stop()
        for subscription in self._subscriptions:
            subscription.close()
        self._clipboard_clearer.clear_now()
        self._stack.drop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._sidebar:
            self._sidebar.set_narrow(self.width() < NARROW_BELOW)

    def _pane_context(self) -> PaneContext:
        dependencies = self._dependencies
        if self._pair is None:
            raise LookupError("no shop was read yet")
        return PaneContext(
            theme=dependencies.theme,
            backend=dependencies.backend,
            shop=self._pair.of(staging=self._staging),
            formats=self._formats(dependencies.translations.language),
            clock=dependencies.clock,
            clipboard=dependencies.clipboard,
            clipboard_clearer=self._clipboard_clearer,
            toasts=self._toasts,
            chooser=QtFileChooser(),
            go=self.go,
            choose_language=lambda code: self.choose_language(Language(code)),
            open_wizard=self.wizard_requested.emit,
        )

    def _show_shops(self, pairs: tuple[ShopPair, ...]) -> None:
        before = self._pair
        self._pairs = pairs
        if not pairs:
            return
        same = [pair for pair in pairs if before is not None and pair.live.id == before.live.id]
        self._pair = (same or list(pairs))[0]
        if not same:
            self._rebuild()
            return
        if self._topbar:
            self._topbar.show_shops(pairs, self._pair, staging=self._staging)
        self._stack.update_context()
        self._load_badges()

    def _on_shops_failed(self, error: BackendError) -> None:
        """Shows the error page if no shop was ever read: then no pane could show it."""
        if self._pair is not None:
            if not error.is_service_away:
                self._on_failed(error)
            return

        self._dispatcher.fetch(
            self._backend.host.start_report(),
            lambda report: self._show_startup_error(error, report.missing),
            lambda _error: self._show_startup_error(error, None),
        )

    def _show_startup_error(self, error: BackendError, missing: MissingDataReport | None) -> None:
        dependencies = self._dependencies

        def retry() -> None:
            self._dispatcher.send(self._backend.host.try_again(), self._on_shops_failed)

        if missing is None:
            self._startup_error = StartupErrorPage(self._theme, dependencies.clipboard, error, retry)
        else:
            formats, now = self._formats(dependencies.translations.language), dependencies.clock.now()
            self._startup_error = MissingDataPage(
                self._theme, self._backend, formats, now, missing, self.wizard_requested.emit
            )
        self._startup_error.show_host(self._host)
        self.setCentralWidget(self._startup_error)

    def _rebuild(self) -> None:
        if self._pair is None:
            return
        self._startup_error = None
        self._theme.set_staging(self._staging)
        place = area_in_focus(self._topbar, self._sidebar, self._stack)
        self._stack.drop()
        theme = self._theme
        self._stack = PaneStack(theme, self._dependencies.panes, self._pane_context, self._host)
        self._sidebar = Sidebar(theme, self.go)
        self._sidebar.show_host(self._host)
        self._sidebar.set_narrow(self.width() < NARROW_BELOW)
        self._topbar = Topbar(
            theme,
            on_shop_chosen=lambda shop: self.choose_shop(shop, staging=self._staging),
            on_staging_chosen=self._on_staging_chosen,
            on_search=self._search,
            on_help=self.show_help,
            person=self.counter.make_button(),
        )
        self._topbar.show_shops(self._pairs, self._pair, staging=self._staging)
        self._search_popup = SearchPopup(theme, self._pane_context().formats, self, self._topbar.search, self.go)
        strip = self.counter.make_strip()
        self.setCentralWidget(
            build_frame(theme, self._sidebar, self._topbar, self._stack, strip, staging=self._staging)
        )
        self.go(self._current, self._target)
        self._target = ""
        focus_area(place, self._topbar.staging_switch, self._sidebar.buttons[self._current], self.pane)
        self._load_badges()
        self.counter.lock.keep_covered()

    def _on_staging_chosen(self, key: str) -> None:
        if self._pair:
            QTimer.singleShot(0, self, lambda: self._switch_staging(key == STAGING))

    def _switch_staging(self, staging: bool) -> None:
        if self._pair:
            self.choose_shop(self._pair.live.id, staging=staging)

    def _on_changes(self, changes: Changes) -> None:
        self.counter.on_changes(changes)
        others = Changes(changes.kinds - {ChangeKind.SHOPS})
        self._stack.on_changes(others)
        if ChangeKind.SHOPS in changes.kinds:
            self._load_shops()
        if changes.kinds & {ChangeKind.ORDERS, ChangeKind.TARGETS, ChangeKind.DELIVERIES, ChangeKind.LINKS}:
            self._load_badges()

    def _load_badges(self) -> None:
        if self._pair:
            open_shop = self._pair.of(staging=self._staging).id
            self._badge_loader.load(open_shop, (pair.live.id for pair in self._pairs))

    def _show_badges(self, badges: Badges) -> None:
        if self._sidebar is None or self._pair is None:
            return
        shop = self._pair.of(staging=self._staging)
        used = {
            PaneKey.SYSTEM: shop.api_push or shop.scheduled_pull,
            PaneKey.WEBHOOKS: badges.has_targets,
            PaneKey.MARKETPLACE: badges.has_link,
        }
        self._sidebar.show_badges(badges)
        self._sidebar.show_use(frozenset(key for key, is_used in used.items() if is_used))

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._theme, self, error, self._dependencies.clipboard).open()

    def _search(self, text: str) -> None:
        if self._pair and self._search_popup:
            shop = self._pair.of(staging=self._staging).id
            self._search_popup.search(self._backend, self._dispatcher, shop, text)

    def show_help(self) -> None:
        """F1: the page of the open pane."""
        HelpPage(self._theme, self, self._current, lambda: KeyHelp(self._theme, self).open()).open()

    def _run_command(self, verb: str) -> None:
        """Runs the command of a key; none while the window is locked."""
        own = {
            "search": self._focus_search,
            "help": self.show_help,
            "quit": self.quit_requested.emit,
            "staging": self._confirm_staging_switch,
            "next_area": self._next_area,
            "person": self.counter.open_menu,
        }
        if self.is_locked():
            return
        if verb.startswith("pane:"):
            self.go(PaneKey(verb.removeprefix("pane:")))
        elif verb in own:
            own[verb]()
        elif self.pane is not None:
            self.pane.run_command(verb)

    def _focus_search(self) -> None:
        if self._topbar:
            self._topbar.search.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _confirm_staging_switch(self) -> None:
        confirm_staging_switch(self._theme, self, lambda: self._switch_staging(not self._staging))

    def _next_area(self) -> None:
        pane = self.pane
        if pane is None or self._sidebar is None:
            return
        areas = (self._sidebar.buttons[self._current], *pane.areas())
        next_area(areas, self.focusWidget()).setFocus(Qt.FocusReason.TabFocusReason)
