"""The tray process: connects window, tray icon, wizard and service (desktop §3)."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QClipboard, QSessionManager
from PySide6.QtWidgets import QApplication, QWidget

from bridge.desktop.composition import START_AGAIN, Program
from bridge.desktop.session_end import SignalHandler, allow_session_end, make_reachable
from bridge.desktop.single_instance import SingleInstanceServer
from bridge.start.service_thread import STOP_LIMIT_S
from bridge.system.process import STARTUP_DONE_MS, freeze_startup_objects
from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.ringing import compute_ring_volume
from service.domain.redaction import redact_text
from service.domain.settings import Settings
from service.domain.times import Clock, Millis
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostState, HostStatus, WaitingWork
from ui.backend.shops_port import Badges
from ui.i18n import Formats, Language, Translations, resolve_language
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.questions import QuitQuestion, finishing_text
from ui.shell.dialogs.start_notice import StartNotice
from ui.shell.main_window import MainWindow, WindowDependencies
from ui.shell.pane_context import NEW_PART, PaneKey
from ui.shell.tray.ringer import Ringer
from ui.shell.tray.tray_icon import Tray, tray_state, tray_text
from ui.theme import Theme
from ui.wizard.first_start import FirstStart, WizardDependencies

log = logging.getLogger(__name__)

_COMMAND = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
_LIMIT_S = 3.0
_DESKTOPS = frozenset({"GNOME", "UNITY", "BUDGIE", "PANTHEON"})

_SENTENCE = "Counterpart made a mistake. Your data is safe; copy the details for support."


class FaultDisplay(QObject):
    """A fault that repeats every second must not cover the window."""

    def __init__(self, theme: Theme, clipboard: QClipboard, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._clipboard = theme, clipboard
        self._is_open = False

    def show(self, window: QWidget, error: BackendError) -> None:
        """Opens the dialog unless one is open."""
        if not self._is_open:
            self._is_open = True
            dialog = FaultDialog(self._theme, window, error, self._clipboard)
            dialog.finished.connect(self._on_closed)
            dialog.open()

    def _on_closed(self) -> None:
        self._is_open = False


class UnhandledErrorHook(QObject):
    """Passes on to the earlier hook, the log, and the GUI thread as `happened` (desktop §3.7)."""

    happened = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._previous_hook, self._previous_thread_hook = sys.excepthook, threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def close(self) -> None:
        """Restores the earlier hooks."""
        sys.excepthook, threading.excepthook = self._previous_hook, self._previous_thread_hook

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._previous_hook(kind, error, trace)
        self._emit_error(kind, error, trace)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        self._previous_thread_hook(args)
        if args.exc_value is not None:
            self._emit_error(args.exc_type, args.exc_value, args.exc_traceback)

    def _emit_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        details = redact_text("".join(traceback.format_exception(kind, error, trace)))
        self.happened.emit(BackendError(_SENTENCE, code=ErrorCode.BUG, details=details))


def animations_disabled(environment: Mapping[str, str], ask: Callable[[], str] | None = None) -> bool:
    """Asks the desktop's own settings; False if they cannot be read. May take long."""
    names = environment.get("XDG_CURRENT_DESKTOP", "").upper().split(":")
    return bool(_DESKTOPS & set(names)) and (ask or _read_setting)().strip() == "false"


def _read_setting() -> str:
    try:
        done = subprocess.run(_COMMAND, capture_output=True, text=True, timeout=_LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        log.info("The desktop was not asked for its animations: %s", error)
        return ""
    return done.stdout


class DesktopApp(QObject):
    """Connects window, tray, wizard and service; each signal has one small slot."""

    _stopped = Signal(bool)

    def __init__(
        self, app: QApplication, program: Program, signals: SignalHandler, clock: Clock, folder: Path, *, hidden: bool
    ) -> None:
        super().__init__(app)
        self._app, self._program, self._clock, self._hidden = app, program, clock, hidden
        self._backend = program.gateway
        self._dispatcher = GuiDispatcher(self)
        self._theme = Theme(app, self)
        self._translations = Translations(app, parent=self)
        self._settings = Settings()
        self._host = HostStatus(HostState.STARTING, "", 0)
        self._badges = Badges()
        self._ending = self._is_stopped = False
        self._quit_question: QuitQuestion | None = None
        self.ended_cleanly = True
        self._starts_again = False
        self._window: MainWindow | None = None
        self._wanted_pane: PaneKey | None = None
        self._first_start: FirstStart | None = None
        self._tray = Tray(self)
        self._signals = signals
        signals.received.connect(self.stop_and_quit)
        app.commitDataRequest.connect(self._on_session_end)
        self._unhandled = UnhandledErrorHook(self)
        self._unhandled.happened.connect(self._show_unhandled)
        self._faults = FaultDisplay(self._theme, app.clipboard(), self)
        self._instance_server = SingleInstanceServer(folder, self._raise_window, self)
        self._stopped.connect(self._on_service_stopped)
        self._host_subscription = self._backend.on_host(
            lambda status: self._dispatcher.post(lambda: self._on_host_status(status))
        )

    def start(self) -> None:
        """Shows the tray icon. The window opens at the first status of the service, as the settings
        decide the language. The service may have reported it already.
        """
        self._translations.use(resolve_language())
        self._tray.opened.connect(self._raise_window)
        self._tray.orders_requested.connect(lambda: self._open_pane(PaneKey.ORDERS))
        self._tray.quit_requested.connect(self.ask_to_quit)
        self._tray.missing.connect(self._on_tray_missing)
        self._tray.retranslate()
        self._show_tray()
        self._tray.start()
        self._dispatcher.fetch(self._backend.host.status(), self._on_first_status, lambda _: None)
        threading.Thread(target=self._apply_reduced_motion, name="motion", daemon=True).start()

    def close(self) -> None:
        """Closes everything after the event loop has ended."""
        self._host_subscription.close()
        self._signals.close()
        self._unhandled.close()
        self._instance_server.close()
        for one in self._program.closeables:
            one.close()

    def ask_to_quit(self) -> None:
        """Asks first if deliveries or orders wait. A second call does not ask again."""
        is_locked = self._window is not None and self._window.is_locked()
        if is_locked or (self._quit_question is not None and self._quit_question.is_open):
            self._raise_window()
            return
        if self._program.is_attached:
            # The service goes on, and with it what waits.
            self.stop_and_quit()
            return
        self._dispatcher.fetch(
            self._backend.host.waiting_work(), self._show_quit_question, lambda _: self.stop_and_quit()
        )

    def stop_and_quit(self) -> None:
        """Stops the service, 10 s at most, and leaves the event loop; without a question."""
        if self._ending:
            return
        self._ending = True
        self.hide_all()

        def stop() -> None:
            self._stopped.emit(self._program.thread.stop(STOP_LIMIT_S))

        threading.Thread(target=stop, name="stopping", daemon=True).start()

    def _start_again(self) -> None:
        """As a further counter, without the service."""
        self._starts_again = True
        self.stop_and_quit()

    def hide_all(self) -> None:
        """A window that hides instead of closing would refuse that the system quits."""
        self._tray.icon.hide()
        if self._window is not None:
            self._window.hide()
        if self._first_start is not None and self._first_start.wizard is not None:
            self._first_start.wizard.hide()

    def stop_before_quit(self) -> None:
        """Returns when it has ended, before Qt quits: later there may be no event loop."""
        if self._is_stopped:
            return
        self._ending = True
        self.hide_all()
        self._release(in_time=self._program.thread.stop(STOP_LIMIT_S))

    def _on_session_end(self, session: QSessionManager) -> None:
        if self._window is not None:
            allow_session_end(session, int(self._window.winId()), finishing_text())

    def _apply_reduced_motion(self) -> None:
        if animations_disabled(os.environ):
            self._dispatcher.post(self._theme.disable_motion)

    def _on_first_status(self, status: HostStatus) -> None:
        """What was reported before there was a listener."""
        if self._window is None and status.state is not HostState.STARTING:
            self._on_host_status(status)

    def _on_host_status(self, status: HostStatus) -> None:
        self._host = status
        if self._window is None:
            self._dispatcher.fetch(self._backend.settings.read(), self._open_window, lambda _: self._open_window(None))
        self._show_tray()

    def _open_window(self, settings: Settings | None) -> None:
        """Opens the window at the service's first status, which has the language and the data to
        display.

        Without settings the service is down: the window then says why, and there is no wizard, as
        nothing could answer it.
        """
        if self._window is not None or self._ending:
            return
        self._apply_settings(settings or self._settings)
        language = resolve_language(self._settings.language)
        self._theme.set_arabic(language is Language.ARABIC)
        self._translations.use(language)
        self._window = window = self._make_window()
        make_reachable(window)
        self._first_start = self._make_first_start(window)
        self._start_news = StartNotice(self._backend, self._theme, window, self._app.clipboard(), window.go)
        if self._wanted_pane is not None:
            window.go(self._wanted_pane)
        window.start()
        self._tray.retranslate()
        self._ringer = Ringer(
            self._backend,
            self._tray,
            window,
            self._clock,
            self._formats,
            self._play_sound,
            window,
            self._program.make_notices(),
        )
        window.counter.lock_changed.connect(self._on_lock_changed)
        if not self._hidden:
            is_new = settings is not None and not settings.wizard_done and not self._host.counter_of
            self._show_first(window, wizard=is_new)
        QTimer.singleShot(STARTUP_DONE_MS, self, freeze_startup_objects)

    def _show_first(self, window: MainWindow, *, wizard: bool) -> None:
        if wizard:
            self._open_wizard()
        else:
            window.show()

    def _make_window(self) -> MainWindow:
        from ui.panes import PANES  # noqa: PLC0415 - they load while the icon is there and the service answers

        dependencies = WindowDependencies(
            self._theme, self._translations, self._backend, self._clock, self._app.clipboard(), PANES
        )
        window = MainWindow(dependencies)
        window.closed_to_tray.connect(self._notify_still_running)
        window.quit_requested.connect(self.ask_to_quit)
        window.wizard_requested.connect(self._open_wizard)
        window.language_chosen.connect(self._on_language_chosen)
        window.badges_changed.connect(self._on_badges)
        self._changes_subscription = self._backend.on_changes(self._on_changes)
        return window

    def _open_wizard(self) -> None:
        if self._first_start is not None and self._window is not None:
            if self._first_start.wizard is None:
                self._window.show_live()
            self._first_start.open(self._window)

    def _make_first_start(self, window: MainWindow) -> FirstStart:
        dependencies = WizardDependencies(
            self._theme, self._translations, self._backend, self._clock, self._app.clipboard()
        )
        first_start = FirstStart(dependencies, self)
        first_start.finished.connect(window.raise_window)
        first_start.parts_wanted.connect(lambda shop: window.open_in_shop(shop, PaneKey.CATALOGUE, NEW_PART))
        first_start.closed_early.connect(window.raise_window)
        first_start.joined.connect(self._start_again)
        first_start.language_chosen.connect(lambda code: window.choose_language(Language(code)))
        return first_start

    def _on_changes(self, changes: Changes) -> None:
        """Handles commits, on any thread. Most are calls, which it ignores."""
        if ChangeKind.SETTINGS in changes.kinds:
            self._dispatcher.post(self._reload_settings)

    def _reload_settings(self) -> None:
        """Reads the settings again: the pane or another process may have changed them."""
        self._dispatcher.fetch(self._backend.settings.read(), self._apply_settings, _log_settings_error)

    def _apply_settings(self, settings: Settings) -> None:
        before, self._settings = self._settings, settings
        if settings.scheme != before.scheme:
            self._theme.choose_scheme(settings.scheme)
        if self._window is not None and settings.language != before.language:
            language = resolve_language(settings.language)
            if language is not self._translations.language:
                self._window.choose_language(language)

    def _on_language_chosen(self, _code: str) -> None:
        self._tray.retranslate()
        self._show_tray()

    def _on_badges(self, badges: Badges) -> None:
        self._badges = badges
        self._show_tray()

    def _on_lock_changed(self) -> None:
        self._ringer.on_lock_changed()
        self._show_tray()

    def _show_tray(self) -> None:
        state = tray_state(self._host, self._badges, staging=self._theme.staging)
        text = tray_text(self._host, self._badges.link)
        self._tray.show_state(state, text)
        is_locked = self._window is not None and self._window.is_locked()
        orders = self._tray.describe_lock() if is_locked else self._tray.describe_waiting(self._badges, self._formats())
        self._tray.show_standing(text, orders)

    def _notify_still_running(self) -> None:
        """The program still runs; without a tray the window is minimised to the task bar."""
        if self._window is not None and not self._tray.icon.isVisible():
            self._window.showMinimized()
        elif not self._settings.told_running:
            before, self._settings = self._settings, replace(self._settings, told_running=True)
            self._dispatcher.send(self._backend.settings.change(before, self._settings), _log_settings_error)
            self._tray.show_still_running()

    def _on_tray_missing(self) -> None:
        """Shows the window and leaves it open: without a tray it is the only way to the program."""
        self._raise_window()

    def _raise_window(self) -> None:
        """Brings the window to the front, or notes the request until there is a window."""
        if self._window is None:
            self._hidden = False
        elif self._first_start is not None and self._first_start.wizard is not None and not self._window.is_locked():
            self._open_wizard()
        else:
            self._window.raise_window()

    def _show_unhandled(self, error: BackendError) -> None:
        if self._window is not None and not self._ending and not self._window.is_locked():
            self._faults.show(self._window, error)

    def _open_pane(self, key: PaneKey) -> None:
        if self._window is None:
            self._wanted_pane, self._hidden = key, False
        else:
            self._window.raise_window()
            self._window.go(key)

    def _show_quit_question(self, waiting: WaitingWork) -> None:
        if self._window is None or self._ending:
            self.stop_and_quit()
            return
        if waiting.deliveries or waiting.orders:
            self._window.raise_window()
        self._quit_question = QuitQuestion(self._theme, self._window, self.stop_and_quit)
        self._quit_question.ask(waiting)

    def _on_service_stopped(self, in_time: bool) -> None:
        if not self._is_stopped:
            self._release(in_time=in_time)
        QTimer.singleShot(0, lambda: self._app.exit(START_AGAIN) if self._starts_again else self._app.quit())

    def _release(self, *, in_time: bool) -> None:
        self._is_stopped, self.ended_cleanly = True, in_time
        if not in_time:
            log.warning("The service did not end within %.0f s", STOP_LIMIT_S)
        if self._window is not None and self._first_start is not None:
            self._first_start.close()
            self._ringer.close()
            self._changes_subscription.close()
            self._window.shut()

    def _formats(self) -> Formats:
        return Formats(self._translations.language)

    def _play_sound(self, left: Millis) -> None:
        """Rings, or beeps as Qt does where no program of the system plays files."""
        if self._settings.sound:
            volume = compute_ring_volume(self._settings.ring_volume, left)
            self._program.ring_player.ring(
                self._settings.ring_sound, volume, lambda: self._dispatcher.post(QApplication.beep)
            )


def _log_settings_error(error: BackendError) -> None:
    log.info("The settings could not be read or kept just now: %s", error.message)
