"""The tray process from its start to a clean end (DESKTOP.md, Host behaviour)."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from PySide6.QtGui import QGuiApplication, Qt

from bridge.backups.desk import newest_good_of
from bridge.backups.rescue import use_recovered
from bridge.desktop.app import Desktop
from bridge.desktop.composition import Around, put_together
from bridge.desktop.last_wait import leave
from bridge.desktop.log_off import Application
from bridge.desktop.not_started import tell_not_started
from bridge.desktop.single import show_first
from bridge.desktop.start_report import report_of
from bridge.instance import AlreadyRunning, Instance, WindowShown
from bridge.program_log import open_program_log
from bridge.start_up import StartUp
from bridge.steady import take_short_turns
from service.domain.errors import CounterpartError
from service.domain.times import SystemClock
from ui.theme.fonts import load_fonts


def run_desktop(folder: Path, *, hidden: bool = False) -> int:
    """Runs the window and the service until the owner quits; gives the exit code. Raises CounterpartError."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = Application(sys.argv[:1])
    app.setApplicationName("Counterpart")
    app.setDesktopFileName("counterpart")
    app.setQuitOnLastWindowClosed(False)
    app.setStyle("Fusion")
    try:
        return leave(_run(app, folder, hidden=hidden))
    except WindowShown:
        raise
    except (CounterpartError, OSError) as error:
        tell_not_started(app, error)
        raise


def _run(app: Application, folder: Path, *, hidden: bool) -> int:
    try:
        instance = Instance(folder)
    except AlreadyRunning:
        if show_first(folder):
            raise WindowShown from None
        raise
    try:
        open_program_log(folder, to_screen=True)
        clock = SystemClock()
        start_up = StartUp(folder, clock, newest_good_of(folder, clock))
        found = start_up.begin()
        report = report_of(found, in_use=found.rescue is not None and use_recovered(found.rescue, folder))
        load_fonts()
        program = put_together(Around(folder, clock, dict(os.environ), report))
        desktop = Desktop(app, program, clock, folder, hidden=hidden)
        app.aboutToQuit.connect(desktop.end_in_place)
        app.aboutToQuit.connect(lambda: start_up.end() if desktop.ended_well else None)
        app.quit_asked.connect(desktop.clear_away)
        take_short_turns()
        desktop.start()
        threading.Thread(target=start_up.look_later, name="looking through the database", daemon=True).start()
        code = app.exec()
        desktop.close()
    finally:
        instance.release()
    return code
