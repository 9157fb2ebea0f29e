"""The tray process from its start to a clean end (desktop §3)."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, Qt

from bridge.backups.backup_service import newest_good_finder
from bridge.backups.damaged_database import use_recovered
from bridge.composition.exit_timeout import exit_with_timeout
from bridge.composition.service_parts import ServiceDependencies
from bridge.composition.start_report import make_start_report
from bridge.desktop.attached_program import compose_attached, find_service
from bridge.desktop.composition import compose_program
from bridge.desktop.gui_pulse import GuiPulse
from bridge.desktop.open_desktop import open_desktop
from bridge.desktop.session_end import Application
from bridge.desktop.start_failure import WaitNotice, show_start_failure
from bridge.gc_tuning import shorten_switch_interval
from bridge.instance_lock import AlreadyRunning, InstanceLock, WindowShown, lock_after_end
from bridge.power_on.system_restart import INTERVAL_S, NO_WATCHDOG, notify_systemd, register_with_windows, tell_working
from bridge.program_log import WINDOW_PREFIX, open_program_log
from bridge.remote.endpoint import remove_endpoint
from bridge.start_up import StartUp
from service.domain.audit import Actor
from service.domain.errors import CounterpartError
from service.domain.times import SystemClock
from ui.i18n.service_sentences import translate_sentence
from ui.theme.theme import load_fonts


def run_desktop(folder: Path, *, hidden: bool = False, read_only: bool = False) -> int:
    """Runs the window and the service until the owner quits; returns the exit code. Raises
    CounterpartError. `read_only` begins the support view.
    """
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
    try:
        with WaitNotice(app) as notice:
            instance = lock_after_end(folder, notice.show, notice.pause)
    except AlreadyRunning as running:
        # The command that opens the window has begun the support view in the data already.
        find_service(folder, running)
        return _run_attached(app, folder, hidden=hidden)
    try:
        # The lock is ours, so what a killed service has left leads nowhere.
        remove_endpoint(folder)
        return _run_with_service(app, folder, instance, hidden=hidden, read_only=read_only)
    finally:
        instance.release()


def _run_with_service(app: Application, folder: Path, instance: InstanceLock, *, hidden: bool, read_only: bool) -> int:
    open_program_log(folder, to_screen=True)
    clock = SystemClock()
    start_up = StartUp(folder, clock, newest_good_finder(folder, clock))
    findings = start_up.begin()
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


def _run_attached(app: Application, folder: Path, *, hidden: bool) -> int:
    """Runs the window over a service that runs already."""
    open_program_log(folder, to_screen=True, prefix=WINDOW_PREFIX)
    load_fonts()
    desktop = open_desktop(app, compose_attached(folder), SystemClock(), folder, hidden=hidden)
    pulse = QTimer(app, interval=int(INTERVAL_S * 1000))
    pulse.timeout.connect(lambda: tell_working(os.environ))
    pulse.start()
    desktop.start()
    code = app.exec()
    pulse.stop()
    notify_systemd(os.environ, NO_WATCHDOG)
    desktop.close()
    return code
