"""The tray process from start to clean end (desktop §3), and what is shown if it cannot start."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtGui import QGuiApplication, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from bridge.autostart.system_restart import INTERVAL_S, NO_WATCHDOG, notify_systemd, register_with_windows, tell_working
from bridge.backups.backup_service import newest_good_finder
from bridge.backups.damaged_database import use_recovered
from bridge.desktop.composition import (
    START_AGAIN,
    Program,
    compose_attached,
    compose_counter,
    compose_program,
    find_service,
)
from bridge.desktop.session_end import Application, SignalHandler
from bridge.remote.endpoint import remove_endpoint
from bridge.secrets.engine_choice import find_address
from bridge.start.service_parts import ServiceDependencies
from bridge.start.service_thread import STOP_LIMIT_S
from bridge.start.start_up import StartUp, make_start_report
from bridge.system.counter_file import read_counter_file
from bridge.system.instance_lock import AlreadyRunning, InstanceLock, WindowShown, lock_after_end
from bridge.system.process import exit_with_timeout, shorten_switch_interval
from bridge.system.program_log import WINDOW_PREFIX, open_program_log
from service.domain.audit import Actor
from service.domain.errors import CounterpartError, Unavailable
from service.domain.sentences import Sentence, message, os_reason
from service.domain.times import Clock, SystemClock
from ui.i18n import Translations, resolve_language
from ui.i18n.service_sentences import translate_sentence
from ui.theme.theme import load_fonts

if TYPE_CHECKING:
    from bridge.desktop.desktop_app import DesktopApp

log = logging.getLogger(__name__)

LIMIT_S = 10.0
INTERVAL_MS = 1_000
_HEADLESS_PLATFORMS = ("offscreen", "minimal")


def open_desktop(app: Application, program: Program, clock: Clock, folder: Path, *, hidden: bool) -> DesktopApp:
    """The panes take longer to load than the service, and tills are calling. From the start of the
    service on, the system and the set-up can end the program.
    """
    signals = SignalHandler(app)
    program.thread.start()
    try:
        from bridge.desktop.desktop_app import DesktopApp  # noqa: PLC0415 - as above

        desktop = DesktopApp(app, program, signals, clock, folder, hidden=hidden)
    except BaseException:
        program.thread.stop(STOP_LIMIT_S)
        raise
    app.aboutToQuit.connect(desktop.stop_before_quit)
    app.quit_asked.connect(desktop.hide_all)
    return desktop


class GuiPulse(QObject):
    """Counts as alive until it is started and after it is stopped. `is_alive` is for any thread."""

    def __init__(self, now: Callable[[], float] = time.monotonic, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._last: float | None = None
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._note)

    def start(self) -> None:
        """From now on a GUI thread that is busy for over 10 seconds does not count as alive."""
        self._note()
        self._timer.start()

    def stop(self) -> None:
        """The event loop ends."""
        self._timer.stop()
        self._last = None

    def is_alive(self) -> bool:
        """Whether the timer ran within the last 10 seconds."""
        last = self._last
        return last is None or self._now() - last < LIMIT_S

    def _note(self) -> None:
        self._last = self._now()


def show_start_failure(
    app: QApplication, error: CounterpartError | OSError, show: Callable[[str], None] | None = None
) -> None:
    """Shows the message in the system's language and returns after it was read; does nothing with a
    terminal or without a screen.

    The settings, which may name another language, are part of what cannot be read.
    """
    if show is None and (sys.stderr.isatty() or QGuiApplication.platformName() in _HEADLESS_PLATFORMS):
        return
    Translations(app, parent=app).use(resolve_language())
    (show or _show_box)(translate_sentence(start_failure_message(error)))


class WaitNotice:
    """A box, and a line on standard error, that say what the start waits for."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self.box: QMessageBox | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.box is not None:
            self.box.close()

    def show(self, sentence: Sentence) -> None:
        if sys.stderr is not None:
            sys.stderr.write(f"{sentence}\n")
        translations = Translations(self._app, parent=self._app)
        translations.use(resolve_language())
        text = translate_sentence(sentence)
        self.box = QMessageBox(QMessageBox.Icon.Information, "Counterpart", text, QMessageBox.StandardButton.NoButton)
        self.box.setModal(False)
        self.box.show()

    def pause(self, seconds: float) -> None:
        """Waits while the box is painted."""
        loop = QEventLoop()
        QTimer.singleShot(int(seconds * 1000), loop.quit)
        loop.exec()


def start_failure_message(error: CounterpartError | OSError) -> Sentence:
    """The same text as on the command line."""
    if isinstance(error, CounterpartError):
        return error.sentence
    if error.filename:
        return message(
            "{place}: {reason}. Mend that and try again.", place=str(error.filename), reason=os_reason(error)
        )
    return message("{reason}. Mend that and try again.", reason=os_reason(error))


def _show_box(text: str) -> None:
    box = QMessageBox(QMessageBox.Icon.Critical, "Counterpart", text)
    box.exec()


def run_desktop(folder: Path, *, hidden: bool = False, read_only: bool = False) -> int:
    """Runs until the owner quits. `read_only` begins the support view. Raises CounterpartError."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = Application(sys.argv[:1])
    app.setApplicationName("Counterpart")
    app.setDesktopFileName("counterpart")
    app.setQuitOnLastWindowClosed(False)
    app.setStyle("Fusion")
    notify_systemd(os.environ, NO_WATCHDOG)
    register_with_windows(sys.argv[1:])
    try:
        return exit_with_timeout(_run(app, folder, hidden=hidden, read_only=read_only))
    except WindowShown:
        raise
    except (CounterpartError, OSError) as error:
        show_start_failure(app, error)
        raise


def _run(app: Application, folder: Path, *, hidden: bool, read_only: bool) -> int:
    code = _run_once(app, folder, hidden=hidden, read_only=read_only)
    while code == START_AGAIN:
        code = _run_once(app, folder, hidden=False, read_only=read_only)
    return code


def _run_once(app: Application, folder: Path, *, hidden: bool, read_only: bool) -> int:
    def start_again() -> None:
        QTimer.singleShot(0, app, lambda: app.exit(START_AGAIN))

    try:
        with WaitNotice(app) as notice:
            instance = lock_after_end(folder, notice.show, notice.pause)
    except AlreadyRunning as running:
        # The command that opens the window has begun the support view in the data already.
        find_service(folder, running)
        return _run_attached(app, folder, compose_attached(folder, start_again), hidden=hidden)
    try:
        counter = read_counter_file(folder)
        if counter is not None:
            return _run_attached(app, folder, compose_counter(counter, folder, start_again), hidden=hidden)
        # The lock is ours, so what a killed service has left leads nowhere.
        remove_endpoint(folder)
        return run_with_service(app, folder, instance, hidden=hidden, read_only=read_only)
    finally:
        instance.release()


def run_with_service(app: Application, folder: Path, instance: InstanceLock, *, hidden: bool, read_only: bool) -> int:
    """Runs both until the owner quits. Raises Unavailable for data that only `serve` reads."""
    if find_address(None, os.environ, folder) is not None:
        raise Unavailable.saying(
            "The data of this computer is in PostgreSQL. Start {command} here, then open the window.",
            command="counterpart serve",
        )
    open_program_log(folder, to_screen=True)
    clock = SystemClock()
    start_up = StartUp(folder, clock, newest_good_finder(folder, clock))
    findings = start_up.begin()
    if findings.missing is not None:
        log.error("%s", findings.missing.sentence)
    report = make_start_report(findings, in_use=findings.damage is not None and use_recovered(findings.damage, folder))
    load_fonts()
    pulse = GuiPulse(parent=app)
    dependencies = ServiceDependencies(
        folder,
        clock,
        dict(os.environ),
        translate_sentence,
        translate_sentence,
        Actor.WINDOW,
        start_up.trace,
        lambda: start_up.is_damaged,
        pulse.is_alive,
        on_end=instance.mark_ending,
    )
    program = compose_program(dependencies, report, is_support_view=read_only)
    desktop = open_desktop(app, program, clock, folder, hidden=hidden)
    app.aboutToQuit.connect(lambda: start_up.end() if desktop.ended_cleanly else None)
    app.aboutToQuit.connect(pulse.stop)
    pulse.start()
    shorten_switch_interval()
    desktop.start()
    threading.Thread(target=start_up.check_database_later, name="looking through the database", daemon=True).start()
    code = app.exec()
    desktop.close()
    return code


def _run_attached(app: Application, folder: Path, program: Program, *, hidden: bool) -> int:
    """Runs the window over a service that runs already, here or on another computer."""
    open_program_log(folder, to_screen=True, prefix=WINDOW_PREFIX)
    load_fonts()
    desktop = open_desktop(app, program, SystemClock(), folder, hidden=hidden)
    pulse = QTimer(app, interval=int(INTERVAL_S * 1000))
    pulse.timeout.connect(lambda: tell_working(os.environ))
    pulse.start()
    desktop.start()
    code = app.exec()
    pulse.stop()
    notify_systemd(os.environ, NO_WATCHDOG)
    desktop.close()
    return code
