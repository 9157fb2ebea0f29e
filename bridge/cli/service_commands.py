"""`counterpart service`: the service of this user from power-on."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import asdict

import click

from bridge.autostart.power_on import find_service, find_windows_service
from bridge.autostart.power_on_service import PowerOnService, ServiceState
from bridge.cli.command_group import CommandGroup, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import print_facts, print_json, print_line
from bridge.cli.session import Session
from bridge.system.instance_lock import is_running
from service.domain.errors import Refused
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
    made = _find_service(session)
    if not made.read_state().active and is_running(session.folder):
        raise Refused(
            "running",
            message("Counterpart runs already. Quit it first (tray icon, Quit), then run this again."),
        )
    _share_secrets(session)
    _print_state(session, made, made.install())


@service.command(
    "remove",
    help="End the service and start it no more. The data stays.",
    example="counterpart service remove",
)
@pass_session
def remove(session: Session) -> None:
    made = _find_service(session)
    made.remove()
    _print_state(session, made, made.read_state())


@service.command(
    "status",
    help="Show whether the service is installed, runs, and starts at power-on.",
    example="counterpart service status",
)
@pass_session
def status(session: Session) -> None:
    made = _find_service(session)
    _print_state(session, made, made.read_state())


@service.command("register", hidden=True, help="The administrator's part of `install`, for the user OWNER.",
                 example="counterpart service register S-1-5-21-1-2-3-1001")  # fmt: skip
@click.argument("owner")
@pass_session
def register(session: Session, owner: str) -> None:
    if re.fullmatch(r"S-1(-\d{1,10}){2,15}", owner, re.ASCII) is None:
        raise Refused("owner", message("{owner} is no security identifier.", owner=owner))
    find_windows_service(session.folder).register(owner)


@service.command("unregister", hidden=True, help="The administrator's part of `remove`.",
                 example="counterpart service unregister")  # fmt: skip
@pass_session
def unregister(session: Session) -> None:
    find_windows_service(session.folder).unregister()


def _find_service(session: Session) -> PowerOnService:
    return find_service(session.folder, session.environment, session.user)


def _share_secrets(session: Session) -> None:
    """Lets a service with an account of its own read the secrets. On Linux it runs as the user."""
    if os.name == "nt":
        from bridge.cli.shared_secrets import share_with_service  # noqa: PLC0415 - the keyring takes a while to load

        share_with_service(session)


def _print_state(session: Session, made: PowerOnService, state: ServiceState) -> None:
    if session.as_json:
        print_json({**asdict(state), "place": made.place})
        return
    print_facts(
        [
            ("Installed", f"yes, {made.place}" if state.installed else "no"),
            ("Runs", "yes" if state.active else "no"),
            ("Starts at power-on", "yes" if state.installed and state.at_power_on else "no"),
        ]
    )
    if sys.platform == "linux" and state.installed and not state.at_power_on:
        print_line(f"To let it start before anybody logs in, run: sudo loginctl enable-linger {session.user}")
