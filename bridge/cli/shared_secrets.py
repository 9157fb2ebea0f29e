"""Puts the secrets of a data folder where the account of a service reads them."""

from __future__ import annotations

import sqlite3

from bridge.backups.backup_location import SECRET_SETTING
from bridge.cli.session import Session
from bridge.secrets.chosen_store import share_secrets
from bridge.secrets.keyring_store import KeyringStore
from bridge.secrets.machine_passphrase import MachineProtection
from bridge.system.paths import database_file
from service.store.engine.sqlite_errors import to_unavailable
from service.store.recovery.copies import read_contents
from service.store.settings import read_settings

_KEYRING_LIMIT_S = 60.0
"""Without its secrets the service would be of little use, so a slow computer is waited for."""


def share_with_service(session: Session) -> None:
    """Copies every secret that the database names. Raises Unavailable."""
    keyring = KeyringStore(limit_s=_KEYRING_LIMIT_S)
    try:
        share_secrets(session.folder, _read_names(session), keyring, MachineProtection())
    finally:
        keyring.close()


def _read_names(session: Session) -> frozenset[str]:
    """The secrets of targets, links, alerts and pulls, and the passphrase of backups. Makes the
    data folder and the database where there are none.
    """
    backup = session.read(read_settings).get(SECRET_SETTING, "")
    try:
        named = read_contents(database_file(session.folder)).secrets
    except sqlite3.Error as error:
        raise to_unavailable(error) or error from error
    return named | ({backup} if backup else frozenset())
