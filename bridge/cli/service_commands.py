"""`counterpart service`: the service of this user from power-on."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import asdict

import click

from bridge.autostart.power_on import find_service, find_windows_service
from bridge.autostart.power_on_service import PowerOnService, ServiceState
from bridge.cli.command_group import CommandGroup
from bridge.cli.output import Answer, fact_lines, format_yes_no
from bridge.cli.session import Session
from bridge.secrets.engine_choice import find_address, name_password
from bridge.system.instance_lock import is_running
from bridge.system.paths import database_file
from service.domain.errors import Refused
from service.store.engine.sqlite_errors import as_unavailable
from service.store.sealed_secrets import find_key_row, list_not_sealed
from service.store.settings import read_settings

_KEYRING_LIMIT_S = 60.0
"""Without its secrets the service would be of little use, so a slow computer is waited for."""

service = CommandGroup("service", example="install")


@service.declare()
def install(session: Session) -> Answer:
    """Run the service from power-on as this user, with this data folder. The window then attaches
    to it.
    """
    made = _find_service(session)
    if not made.read_state().active and is_running(session.folder):
        raise Refused.saying(
            "running", "Counterpart runs already. Quit it first (tray icon, Quit), then run this again."
        )
    _share_secrets(session)
    return _describe_state(session, made, made.install())


@service.declare()
def remove(session: Session) -> Answer:
    """End the service and start it no more. The data stays."""
    made = _find_service(session)
    made.remove()
    return _describe_state(session, made, made.read_state())


@service.declare()
def status(session: Session) -> Answer:
    """Show whether the service is installed, runs, and starts at power-on."""
    made = _find_service(session)
    return _describe_state(session, made, made.read_state())


@service.declare("S-1-5-21-1-2-3-1001", hidden=True)
@click.argument("owner")
def register(session: Session, owner: str) -> None:
    """The administrator's part of `install`, for the user OWNER."""
    if re.fullmatch(r"S-1(-\d{1,10}){2,15}", owner, re.ASCII) is None:
        raise Refused.saying("owner", "{owner} is no security identifier.", owner=owner)
    find_windows_service(session.folder).register(owner)


@service.declare(hidden=True)
def unregister(session: Session) -> None:
    """The administrator's part of `remove`."""
    find_windows_service(session.folder).unregister()


def _find_service(session: Session) -> PowerOnService:
    return find_service(session.folder, session.environment, session.user)


def _share_secrets(session: Session) -> None:
    """Lets a service with an account of its own read the secrets. On Linux it runs as the user."""
    if os.name == "nt":
        share_with_service(session)


def share_with_service(session: Session) -> None:
    """Copies the secrets that it needs of this computer. Makes the data folder and the database
    where there are none. Raises Unavailable.
    """
    from bridge.secrets.chosen_store import share_secrets  # noqa: PLC0415 - as below
    from bridge.secrets.keyring_store import KeyringStore  # noqa: PLC0415 - the keyring takes a while to load
    from bridge.secrets.machine_passphrase import MachineProtection  # noqa: PLC0415 - as above

    names = list_own_secrets(session)
    keyring = KeyringStore(limit_s=_KEYRING_LIMIT_S)
    try:
        share_secrets(session.folder, names, keyring, MachineProtection())
    finally:
        keyring.close()


def list_own_secrets(session: Session) -> frozenset[str]:
    """The names of all secrets that the database names: of targets, links, alerts and pulls, and
    the passphrase of backups. On PostgreSQL those that are not in it, its password, and the key of
    those that are.
    """
    address = find_address(None, session.environment, session.folder)
    if address is not None:
        row, names = session.read(lambda db: (find_key_row(db), list_not_sealed(db)))
        return frozenset((name_password(address), *names, *([] if row is None else [row.name])))
    from bridge.backups.backup_location import SECRET_SETTING  # noqa: PLC0415 - as below
    from service.store.recovery.copies import read_contents  # noqa: PLC0415 - as above

    backup = session.read(read_settings).get(SECRET_SETTING, "")
    with as_unavailable():
        names_of_file = read_contents(database_file(session.folder)).secrets
    return names_of_file | ({backup} if backup else frozenset())


def _describe_state(session: Session, made: PowerOnService, state: ServiceState) -> Answer:
    facts = (
        ("Installed", f"yes, {made.place}" if state.installed else "no"),
        ("Runs", format_yes_no(state.active)),
        ("Starts at power-on", format_yes_no(state.installed and state.at_power_on)),
    )
    advice = []
    if sys.platform == "linux" and state.installed and not state.at_power_on:
        advice = [f"To let it start before anybody logs in, run: sudo loginctl enable-linger {session.user}"]
    return Answer({**asdict(state), "place": made.place}, [*fact_lines(facts), *advice])
