"""`counterpart service`: the service of this user from power-on."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

from bridge.cli.command_table import summary_of
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import CommandGroup, pass_session
from bridge.cli.framework.output import print_facts, print_json, print_line
from bridge.instance_lock import is_running
from bridge.login_start import program_command
from bridge.paths import data_folder
from bridge.power_on.user_service import ServiceState, UserService
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import message

service = CommandGroup(
    name="service",
    help=summary_of("service"),
    example="counterpart service install",
)


@service.command(
    "install",
    help="Run the service from power-on as this user, with this data folder. The window then attaches to it.",
    example="counterpart service install",
)
@pass_session
def install(session: Session) -> None:
    made = _make_service(session)
    if not made.read_state().active and is_running(session.folder):
        raise Refused(
            "running",
            message("Counterpart runs already. Quit it first (tray icon, Quit), then run this again."),
        )
    _print_state(session, made, made.install())


@service.command(
    "remove",
    help="End the service and start it no more. The data stays.",
    example="counterpart service remove",
)
@pass_session
def remove(session: Session) -> None:
    made = _make_service(session)
    made.remove()
    _print_state(session, made, made.read_state())


@service.command(
    "status",
    help="Show whether the service is installed, runs, and starts at power-on.",
    example="counterpart service status",
)
@pass_session
def status(session: Session) -> None:
    made = _make_service(session)
    _print_state(session, made, made.read_state())


def _make_service(session: Session) -> UserService:
    if sys.platform != "linux":
        raise Unavailable(
            message("This system cannot run the service without a login. Settings, General starts it at login.")
        )
    config = session.environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    folder = session.folder
    usual = folder == data_folder(None, {})
    command = [*program_command(), "serve", *([] if usual else ["--data-dir", str(folder)])]
    return UserService(Path(config) / "systemd" / "user", command, session.user)


def _print_state(session: Session, made: UserService, state: ServiceState) -> None:
    if session.as_json:
        print_json({**asdict(state), "unit": str(made.file)})
        return
    print_facts(
        [
            ("Installed", f"yes, {made.file}" if state.installed else "no"),
            ("Runs", "yes" if state.active else "no"),
            ("Starts at power-on", "yes" if state.installed and state.lingers else "no"),
        ]
    )
    if state.installed and not state.lingers:
        print_line(f"To let it start before anybody logs in, run: sudo loginctl enable-linger {session.user}")
