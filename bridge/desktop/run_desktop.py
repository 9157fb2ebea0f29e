"""The tray process from its start to a clean end (desktop §3)."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from PySide6.QtGui import QGuiApplication, Qt

from bridge.backups.backup_service import newest_good_finder
from bridge.backups.damaged_database import use_recovered
from bridge.desktop.composition import AppDependencies, compose_program
from bridge.desktop.desktop_app import DesktopApp
from bridge.desktop.exit_timeout import exit_with_timeout
from bridge.desktop.gui_pulse import GuiPulse
from bridge.desktop.session_end import Application
from bridge.desktop.single_instance import show_running_window
from bridge.desktop.start_failure import ask_to_start_again, show_start_failure
from bridge.desktop.start_report import make_start_report
from bridge.gc_tuning import shorten_switch_interval
from bridge.instance_lock import AlreadyRunning, InstanceLock, WindowShown
from bridge.program_log import open_program_log
from bridge.start_up import StartUp
from bridge.watchdog.supervisor import GAVE_UP_VARIABLE, START_AGAIN_CODE
from service.domain.errors import CounterpartError
from service.domain.times import SystemClock
from ui.theme.fonts import load_fonts


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
    if os.environ.pop(GAVE_UP_VARIABLE, ""):
        return START_AGAIN_CODE if ask_to_start_again(app) else 1
    try:
        return exit_with_timeout(_run(app, folder, hidden=hidden, read_only=read_only))
    except WindowShown:
        raise
    except (CounterpartError, OSError) as error:
        show_start_failure(app, error)
        raise


def _run(app: Application, folder: Path, *, hidden: bool, read_only: bool) -> int:
    try:
        instance = InstanceLock(folder)
    except AlreadyRunning:
        if show_running_window(folder):
            raise WindowShown from None
        raise
    try:
        open_program_log(folder, to_screen=True)
        clock = SystemClock()
        start_up = StartUp(folder, clock, newest_good_finder(folder, clock))
        findings = start_up.begin()
        report = make_start_report(
            findings, in_use=findings.damage is not None and use_recovered(findings.damage, folder)
        )
        load_fonts()
        pulse = GuiPulse(parent=app)
        program = compose_program(
            AppDependencies(
                folder,
                clock,
                dict(os.environ),
                report,
                start_up.watched_trace,
                pulse.is_alive,
                is_support_view=read_only,
            )
        )
        desktop = DesktopApp(app, program, clock, folder, hidden=hidden)
        app.aboutToQuit.connect(desktop.stop_before_quit)
        app.aboutToQuit.connect(lambda: start_up.end() if desktop.ended_cleanly else None)
        app.quit_asked.connect(desktop.hide_all)
        app.aboutToQuit.connect(pulse.stop)
        pulse.start()
        shorten_switch_interval()
        desktop.start()
        threading.Thread(target=start_up.check_database_later, name="looking through the database", daemon=True).start()
        code = app.exec()
        desktop.close()
    finally:
        instance.release()
    return code
