"""`counterpart serve`, and `counterpart` alone (contract §8)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bridge.alerts.alert_language import AlertLanguage
from bridge.cli.command_group import declare, pass_session
from bridge.cli.parameter_types import PORT
from bridge.cli.session import Session
from bridge.system.counter_file import refuse_on_counter
from bridge.system.display import has_display
from bridge.system.instance_lock import is_running
from service.usecases.edit_people import switch_support_view

if TYPE_CHECKING:
    from bridge.start.headless_service import StopPort

_NO_DISPLAY = "There is no display here, so the program runs without its window. Ctrl-C ends it."


@declare("--port 8710")
@click.option("--host", metavar="H", help="Address to listen on, in place of this computer alone (127.0.0.1).")
@click.option("--port", type=PORT, metavar="N", help="Port to listen on, in place of the one in settings.")
@click.option("--database", metavar="URL", help="A database on PostgreSQL, as postgresql://user@host/name.")
def serve(session: Session, host: str | None, port: int | None, database: str | None) -> int | None:
    """It says when it can be called."""
    return run_service(session, host, port, database)


@pass_session
def open_program(session: Session, *, hidden: bool = False, read_only: bool = False) -> int | None:
    """What `counterpart` alone does: window and tray, or without a display the service and a line
    about it. `read_only` begins the support view, also in a window that is open already.
    """
    if read_only:
        refuse_on_counter(session.folder)
    if not has_display(session.environment):
        click.echo(_NO_DISPLAY, err=True)
        return run_service(session, None, None)
    from bridge.desktop.load_qt import load_qt  # noqa: PLC0415 - Qt takes longer to load than any command runs

    load_qt()
    from bridge.desktop import run_desktop  # noqa: PLC0415 - as above

    if read_only and is_running(session.folder):
        session.write(lambda tx: switch_support_view(tx, on=True))
    return run_desktop.run_desktop(session.folder, hidden=hidden, read_only=read_only)


def serve_for_windows(folder: Path, stop: StopPort) -> None:
    """What the service manager of Windows starts."""
    from bridge.start import headless_service as service  # noqa: PLC0415 - as below

    service.serve_until_stopped(folder, None, None, lambda read: AlertLanguage(read).speak, stop)


def run_service(session: Session, host: str | None, port: int | None, database: str | None = None) -> int | None:
    """Runs until it is stopped; a None leaves host or port to the settings."""
    from bridge.start import headless_service as service  # noqa: PLC0415 - the HTTP stack takes longer to load than any command runs

    return service.run_headless(session.folder, host, port, lambda read: AlertLanguage(read).speak, database)
