"""Starts the service, and then loads what the window is made of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bridge.composition.service_thread import STOP_LIMIT_S
from bridge.desktop.composition import Program
from bridge.desktop.session_end import Application
from bridge.desktop.signal_handler import SignalHandler
from service.domain.times import Clock

if TYPE_CHECKING:
    from bridge.desktop.desktop_app import DesktopApp


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
