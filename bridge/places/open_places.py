"""Opens the place of a set-up, with its password from the secret store."""

from __future__ import annotations

import asyncio

from bridge.places.bounded_place import BoundedPlace
from bridge.places.tables.open_table import open_table
from service.domain.pull.place_address import (
    ACCESS,
    FTP,
    ODBC,
    READABLE,
    SQL_SERVER,
    PlaceAddress,
    check_query,
    parse_mail_query,
    parse_place,
)
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import SecretMissing, SecretReader
from service.files.folder import check_pattern
from service.pull.places.place_port import Place, PlaceRefused
from service.pull.places.table_place import QUERY_S, TablePlace

_UNBOUNDED = (ODBC, SQL_SERVER, ACCESS)
"""Databases whose drivers leave the time limit to what they load."""

_ANSWER_S = 60.0


class StoredPlaces:
    """Implements service.pull.places.place_port.Places. Call it in a thread without an event
    loop.
    """

    def __init__(self, secrets: SecretReader) -> None:
        self._secrets = secrets

    def open(self, setup: PullSetup) -> Place:
        """Raises also SecretsUnavailable."""
        address = parse_place(setup.path)
        password = self._read_password(address, setup.access)
        if address.is_database:
            table = TablePlace(
                open_table(address, password, setup.access), check_query(setup.access.query), address.name
            )
            return (
                BoundedPlace(table, address.host or address.name, QUERY_S + _ANSWER_S)
                if address.scheme in _UNBOUNDED
                else table
            )
        if address.is_mailbox:
            return _open_mailbox(address, setup, password)
        return _open(address, setup.pattern, password, setup.access.trust)

    def _read_password(self, address: PlaceAddress, access: PlaceAccess) -> str:
        if not address.may_have_password:
            return ""
        if access.secret_name is None:
            if not address.needs_password:
                return ""
            raise _no_password(address)
        try:
            return asyncio.run(self._secrets.read(access.secret_name)).text
        except SecretMissing as error:
            raise _no_password(address) from error


def _open_mailbox(address: PlaceAddress, setup: PullSetup, password: str) -> Place:
    from bridge.places.mail_place import MailPlace  # noqa: PLC0415

    if setup.pattern is not None:
        check_pattern(setup.pattern)
    query = parse_mail_query(setup.access.query)
    return MailPlace(address, setup.pattern, query, password, setup.access.trust)


def _open(address: PlaceAddress, pattern: str | None, password: str, trust: str) -> Place:
    """The adapter of the address. Each loads its library when it is needed: asyncssh takes a
    second.
    """
    if address.scheme == "sftp":
        from bridge.places.sftp_place import SftpPlace  # noqa: PLC0415

        return SftpPlace(address, pattern, password, trust)
    if address.scheme == "smb":
        from bridge.places.share_place import SharePlace  # noqa: PLC0415

        return BoundedPlace(SharePlace(address, pattern, password), address.host, _ANSWER_S)
    if address.scheme == FTP:
        from bridge.places.ftp_place import FtpPlace  # noqa: PLC0415

        return FtpPlace(address, pattern, password, is_confirmed=trust == READABLE)
    if address.scheme == "ftps":
        from bridge.places.ftps_place import FtpsPlace  # noqa: PLC0415

        return FtpsPlace(address, pattern, password, trust)
    from bridge.places.web_place import WebPlace  # noqa: PLC0415

    if pattern is not None:
        raise PlaceRefused(message("A web address names one file. Leave out the pattern."))
    return WebPlace(address, password, trust)


def _no_password(address: PlaceAddress) -> PlaceRefused:
    return PlaceRefused(
        message(
            "The password for {host} is not in the secret store of this computer. Set the pull up again with it.",
            host=address.host,
        )
    )
