"""The tray process: window, tray icon, wizard and the service tied together (DESKTOP.md)."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QTimer, Signal
from PySide6.QtGui import QSessionManager, Qt
from PySide6.QtWidgets import QApplication

from bridge.desktop.animations import stilled
from bridge.desktop.composition import Program
from bridge.desktop.endings import Endings
from bridge.desktop.log_off import session_may_end
from bridge.desktop.single import Doorbell
from bridge.desktop.sound import ring
from bridge.desktop.unhandled import Unhandled
from bridge.steady import SETTLED_MS, set_aside_what_stays
from service.domain.changes import Changes, Family
from service.domain.times import Clock
from ui.backend.courier import Courier
from ui.backend.errors import BackendError
from ui.backend.host import HostState, HostStatus, WaitingWork
from ui.backend.settings import Settings
from ui.backend.shops import Badges
from ui.i18n import Formats, Language, Translations
from ui.panes import PANES
from ui.shell.desk import PaneKey
from ui.shell.fault import FaultDialog
from ui.shell.quitting import QuitQuestion, finishing_text
from ui.shell.ringing import Ringer
from ui.shell.start_news import StartNews
from ui.shell.surroundings import Surroundings
from ui.shell.tray import Tray, tray_state, tray_text
from ui.shell.window import MainWindow
from ui.theme import Theme
from ui.wizard.first_start import FirstStart, Setting

log = logging.getLogger(__name__)

STOP_LIMIT_S = 10.0


class Desktop(QObject):
    """Ties window, tray, wizard and service together; each signal has one small slot."""

    _stopped = Signal(bool)

    def __init__(self, app: QApplication, program: Program, clock: Clock, folder: Path, *, hidden: bool) -> None:
        super().__init__(app)
        self._app, self._program, self._clock, self._hidden = app, program, clock, hidden
        self._backend = program.gateway
        self._courier = Courier(self)
        self._theme = Theme(app, self)
        self._translations = Translations(app, parent=self)
        self._settings = Settings()
        self._host = HostStatus(HostState.STARTING, "", 0)
        self._badges = Badges()
        self._ending = self._left = False
        self._asking_to_quit: QuitQuestion | None = None
        self._shows_fault = False
        self.ended_well = True
        self._window: MainWindow | None = None
        self._first_start: FirstStart | None = None
        self._tray = Tray(self)
        self._endings = Endings(app, self.end_now)
        app.commitDataRequest.connect(self._session_may_end)
        self._unhandled = Unhandled(self)
        self._unhandled.happened.connect(self._show_unhandled)
        self._doorbell = Doorbell(folder, self._raise, self)
        self._stopped.connect(self._leave)
        self._host_listening = self._backend.on_host(
            lambda status: self._courier.post(lambda: self._host_spoke(status))
        )

    def start(self) -> None:
        """The service first; the window comes with the first word from it, the settings decide its language."""
        self._tray.opened.connect(self._raise)
        self._tray.orders_asked.connect(lambda: self._go(PaneKey.ORDERS))
        self._tray.quit_asked.connect(self.ask_to_quit)
        self._tray.missing.connect(self._no_tray)
        self._program.thread.start()
        threading.Thread(target=self._look_for_motion, name="motion", daemon=True).start()

    def close(self) -> None:
        """After the event loop has ended."""
        self._host_listening.close()
        self._endings.close()
        self._unhandled.close()
        self._doorbell.close()
        self._program.asking.close()
        self._program.secrets.close()

    def ask_to_quit(self) -> None:
        """Quits, after asking where deliveries or orders wait; once, however often it is asked for."""
        if self._asking_to_quit is not None and self._asking_to_quit.is_open:
            self._raise()
            return
        self._courier.fetch(self._backend.host.waiting_work(), self._ask, lambda _: self.end_now())

    def end_now(self) -> None:
        """Stops the service, 10 s at most, and leaves the event loop; without a question."""
        if self._ending:
            return
        self._ending = True
        self.clear_away()

        def stop() -> None:
            self._stopped.emit(self._program.thread.stop(STOP_LIMIT_S))

        threading.Thread(target=stop, name="stopping", daemon=True).start()

    def clear_away(self) -> None:
        """Nothing is seen any more; a window that only hides when it is closed would refuse that the system quits."""
        self._tray.icon.hide()
        if self._window is not None:
            self._window.hide()
        if self._first_start is not None and self._first_start.wizard is not None:
            self._first_start.wizard.hide()

    def end_in_place(self) -> None:
        """Qt is about to quit, and there may be no event loop after this: returns when the service has ended."""
        if self._left:
            return
        self._ending = True
        self.clear_away()
        self._let_go(in_time=self._program.thread.stop(STOP_LIMIT_S))

    def _session_may_end(self, session: QSessionManager) -> None:
        if self._window is not None:
            session_may_end(session, int(self._window.winId()), finishing_text())

    def _look_for_motion(self) -> None:
        if stilled(os.environ):
            self._courier.post(self._theme.be_still)

    def _host_spoke(self, status: HostStatus) -> None:
        self._host = status
        if self._window is None:
            self._courier.fetch(self._backend.settings.read(), self._open, lambda _: self._open(None))
        self._show_tray()

    def _open(self, settings: Settings | None) -> None:
        """The first word from the service has come: the language is known and there is something to show.

        Without settings the service is down: the window then says why, and the wizard would have nobody to ask.
        """
        if self._window is not None or self._ending:
            return
        self._follow(settings or self._settings)
        language = language_of(self._settings.language)
        self._theme.set_arabic(language is Language.ARABIC)
        self._translations.use(language)
        self._window = window = self._make_window()
        self._first_start = self._make_first_start(window)
        clipboard = self._app.clipboard()
        self._start_news = StartNews(self._backend, self._theme, window, clipboard, window.go)
        window.start()
        self._tray.retranslate()
        self._tray.start()
        self._ringer = Ringer(self._backend, self._tray, window, self._clock, self._formats, self._sound, window)
        if not self._hidden:
            self._show_first(window, wizard=settings is not None and not settings.wizard_done)
        QTimer.singleShot(SETTLED_MS, self, set_aside_what_stays)

    def _show_first(self, window: MainWindow, *, wizard: bool) -> None:
        if wizard:
            self._open_wizard()
        else:
            window.show()

    def _make_window(self) -> MainWindow:
        around = Surroundings(self._theme, self._translations, self._backend, self._clock, self._app.clipboard(), PANES)
        window = MainWindow(around)
        window.closed_to_tray.connect(self._say_still_running)
        window.quit_asked.connect(self.ask_to_quit)
        window.wizard_asked.connect(self._open_wizard)
        window.language_chosen.connect(self._language_chosen)
        window.badges_changed.connect(self._badges_spoke)
        self._changes = self._backend.on_changes(self._changed)
        return window

    def _open_wizard(self) -> None:
        if self._first_start is not None:
            self._first_start.open(self._window)

    def _make_first_start(self, window: MainWindow) -> FirstStart:
        setting = Setting(self._theme, self._translations, self._backend, self._clock, self._app.clipboard())
        first_start = FirstStart(setting, self)
        first_start.finished.connect(window.raise_window)
        first_start.left.connect(window.raise_window)
        first_start.language_chosen.connect(lambda code: window.choose_language(Language(code)))
        return first_start

    def _changed(self, changes: Changes) -> None:
        """On whichever thread; most commits are calls, and those are none of its business."""
        if Family.SETTINGS in changes.families:
            self._courier.post(self._reread)

    def _reread(self) -> None:
        """Settings may have been changed, by the pane or by another process."""
        self._courier.fetch(self._backend.settings.read(), self._follow, _ignored)

    def _follow(self, settings: Settings) -> None:
        before, self._settings = self._settings, settings
        if settings.scheme != before.scheme:
            self._theme.set_scheme(_SCHEMES.get(settings.scheme, Qt.ColorScheme.Unknown))
        if self._window is not None and settings.language != before.language:
            language = language_of(settings.language)
            if language is not self._translations.language:
                self._window.choose_language(language)

    def _language_chosen(self, _code: str) -> None:
        self._tray.retranslate()
        self._show_tray()

    def _badges_spoke(self, badges: Badges) -> None:
        self._badges = badges
        self._show_tray()

    def _show_tray(self) -> None:
        state = tray_state(self._host, self._badges, staging=self._theme.staging)
        self._tray.show_state(state, tray_text(self._host))

    def _say_still_running(self) -> None:
        """Where there is no tray the window is the only way in: it goes no further than the task bar."""
        if self._window is not None and not self._tray.icon.isVisible():
            self._window.showMinimized()
        elif not self._settings.told_running:
            self._settings = replace(self._settings, told_running=True)
            self._courier.fetch(self._backend.settings.change(self._settings), _kept, _ignored)
            self._tray.say_still_running()

    def _no_tray(self) -> None:
        """Without a tray the window is the only way in, so it is shown and stays."""
        self._raise()

    def _raise(self) -> None:
        """A wish from before there is a window is kept until there is."""
        if self._window is None:
            self._hidden = False
        elif self._first_start is not None and self._first_start.wizard is not None:
            self._open_wizard()
        else:
            self._window.raise_window()

    def _show_unhandled(self, error: BackendError) -> None:
        """One at a time: what goes wrong every second must not bury the window."""
        if self._window is None or self._ending or self._shows_fault:
            return
        self._shows_fault = True
        dialog = FaultDialog(self._theme, self._window, error, self._app.clipboard())
        dialog.finished.connect(self._fault_read)
        dialog.open()

    def _fault_read(self) -> None:
        self._shows_fault = False

    def _go(self, key: PaneKey) -> None:
        if self._window is not None:
            self._window.raise_window()
            self._window.go(key)

    def _ask(self, waiting: WaitingWork) -> None:
        if self._window is None or self._ending:
            self.end_now()
            return
        if waiting.deliveries or waiting.orders:
            self._window.raise_window()
        self._asking_to_quit = QuitQuestion(self._theme, self._window, self.end_now)
        self._asking_to_quit.ask(waiting)

    def _leave(self, in_time: bool) -> None:
        if not self._left:
            self._let_go(in_time=in_time)
        QTimer.singleShot(0, self._app.quit)

    def _let_go(self, *, in_time: bool) -> None:
        self._left, self.ended_well = True, in_time
        if not in_time:
            log.warning("The service did not end within %.0f s", STOP_LIMIT_S)
        if self._window is not None and self._first_start is not None:
            self._first_start.close()
            self._ringer.close()
            self._changes.close()
            self._window.shut()

    def _formats(self) -> Formats:
        return Formats(self._translations.language)

    def _sound(self) -> None:
        if self._settings.sound:
            ring()


_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


def language_of(code: str, system: Callable[[], str] | None = None) -> Language:
    """The language chosen, or the system's where the program speaks it, else English."""
    spoken = code or (system or (lambda: QLocale.system().name()))()
    return Language.ARABIC if spoken.startswith(Language.ARABIC.value) else Language.ENGLISH


def _kept(_settings: Settings) -> None:
    """What is kept shows itself at the next start."""


def _ignored(error: BackendError) -> None:
    log.info("The settings could not be read or kept just now: %s", error.message)
