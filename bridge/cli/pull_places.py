"""A nightly file at an address, as `pull setup` asks for it: the password, the server, the file."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.hidden_prompt import ask_hidden
from bridge.cli.framework.session_secrets import open_secrets
from bridge.cli.pull_options import SetupOptions
from bridge.places.open_places import StoredPlaces
from service.domain.errors import BadRequest
from service.domain.pull.place_address import (
    FTP,
    READABLE,
    PlaceAddress,
    check_query,
    is_remote,
    parse_mail_query,
    parse_place,
)
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.webhooks.webhook_secrets import Secret
from service.pull.file_copy import dry_run_folder
from service.pull.places.fetch_file import FileFetch
from service.pull.places.place_passwords import PlacePasswords, TypedPasswords, carry_access
from service.pull.places.place_port import NotTrusted, Places
from service.pull.set_up_pull import set_up_pull


@dataclass(frozen=True, slots=True)
class ChosenPlace:
    """A set-up, the same with a copy of the file on this computer, and the password if a new one
    was typed.
    """

    setup: PullSetup
    local: PullSetup
    password: Secret | None = None


def absolute_path(path: str) -> str:
    """A path as it is stored; an address stays as it is."""
    return path.strip() if is_remote(path) else str(Path(path).expanduser().absolute())


def refuse_address(path: str) -> None:
    """Raises BadRequest for an address, which needs a set-up first."""
    if is_remote(path):
        raise BadRequest("An address is set up first: `counterpart pull setup ADDRESS`.")


@contextmanager
def reach_place(
    session: Session, setup: PullSetup, known: PullSetup | None, typed: SetupOptions
) -> Iterator[ChosenPlace]:
    """Fetches the file of an address once; asks for the password, and whether an unknown server is
    the right one. A path of this computer is used as it is.

    Raises FileError, Refused, BadRequest.
    """
    if not is_remote(setup.path):
        if typed.password_stdin or typed.new_password or typed.trust is not None or typed.query is not None:
            raise BadRequest(
                "--trust, --query, --new-password and --password-stdin are for addresses, such as https://…"
            )
        yield ChosenPlace(replace(setup, access=PlaceAccess()), setup)
        return
    address = parse_place(setup.path)
    access = _access(address, known, typed)
    password = _ask_password(address, access, typed)
    if address.scheme == FTP:
        click.echo("FTP is not encrypted: others on the way can read the password and the file.", err=True)
    passwords = TypedPasswords(open_secrets(session))
    if password is not None:
        access = replace(access, secret_name=passwords.add(password, address))
    with dry_run_folder(session.folder) as folder:
        setup, local = _fetch(session, replace(setup, access=access), StoredPlaces(passwords), folder)
        yield ChosenPlace(setup, local, password)


def store_place(session: Session, place: ChosenPlace, known: PullSetup | None, minute: int, *, watch: bool) -> None:
    """Stores the set-up, and its password in the secret store. Raises BadRequest for a database
    that is to be watched.
    """
    if watch and is_remote(place.setup.path) and parse_place(place.setup.path).is_database:
        raise BadRequest("A database does not say when it changes, so it cannot be watched. Leave out --watch.")
    before = PlaceAccess() if known is None else known.access

    def keep(access: PlaceAccess) -> None:
        setup = replace(place.setup, access=access)
        session.write_shop(lambda tx, shop: set_up_pull(tx, shop, setup, minute, now=session.now(), watch=watch))

    PlacePasswords(open_secrets(session)).keep(before, place.setup.access, place.password, keep)


def _access(address: PlaceAddress, known: PullSetup | None, typed: SetupOptions) -> PlaceAccess:
    """The stored password and trust, if they are of the same user at the same server."""
    access = carry_access(known, address)
    if typed.trust is not None:
        access = replace(access, trust=_trust(typed.trust))
    query = access.query if typed.query is None else typed.query
    if address.is_database:
        return replace(access, query=check_query(query))
    if address.is_mailbox:
        parse_mail_query(query)
        return replace(access, query=query)
    if typed.query is not None:
        raise BadRequest("--query is for databases and mailboxes, such as postgresql://user@host/database.")
    return replace(access, query="")


def _trust(text: str) -> str:
    if text in ("", READABLE) or text.startswith("SHA256:"):
        return text
    return str(Path(text).expanduser().absolute())


def _ask_password(address: PlaceAddress, access: PlaceAccess, typed: SetupOptions) -> Secret | None:
    if typed.password_stdin:
        return Secret(sys.stdin.readline().rstrip("\r\n"))
    is_missing = address.needs_password and access.secret_name is None
    if is_missing or (typed.new_password and address.may_have_password):
        account = f"Password for {address.user or address.name}"
        return Secret(ask_hidden(f"Passphrase of {address.key_file}" if address.key_file else account))
    return None


def _fetch(session: Session, setup: PullSetup, places: Places, folder: Path) -> tuple[PullSetup, PullSetup]:
    """The set-up with the trust that the owner confirmed, and the same for the fetched copy."""
    try:
        fetched = FileFetch(places, setup, session.clock, time.sleep).fetch(folder)
    except NotTrusted as error:
        if not error.fingerprint or not sys.stdin.isatty():
            raise
        click.echo(error.message, err=True)
        question = f"Is {error.fingerprint} the server's fingerprint?"
        if error.fingerprint == READABLE:
            question = "Send the password and the file so that others can read them?"
        if not click.confirm(question, err=True):
            raise
        confirmed = replace(setup, access=replace(setup.access, trust=error.fingerprint))
        return _fetch(session, confirmed, places, folder)
    return setup, replace(setup, path=str(fetched.path), pattern=None, access=PlaceAccess())
