"""`counterpart database` and `join`: the PostgreSQL that services share (docs/operating.md)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from bridge.cli.command_group import CommandGroup, ask_hidden, declare
from bridge.cli.output import Answer, print_line, say
from bridge.cli.session import Session
from bridge.secrets.engine_choice import find_address, name_password
from bridge.system.network_names import find_host_name
from service.domain.audit import OwnerAction
from service.domain.errors import Refused, Unavailable
from service.domain.pairing import LIFE, MAX_TRIES, format_code
from service.domain.sentences import message
from service.domain.times import MINUTE, SECOND
from service.domain.webhooks.webhook_secrets import Secret
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from service.store.sealed_secrets import find_key_row, remove_all_sealed
from service.usecases.edit_settings import read_settings

if TYPE_CHECKING:
    from bridge.secrets.join_code import Inviter, Joiner, JoinOffer
    from bridge.secrets.shared_secrets import SharedStore

_LOOK_S = 0.2
_ANSWER_S = 15.0
"""How long a command waits for the one on the other computer."""

database = CommandGroup("database", example="password")


@database.declare("--database postgresql://counterpart@db.example.com/shop")
@click.option("--database", "chosen", metavar="URL", help="Which one, in place of COUNTERPART_DATABASE.")
@click.option("--password-stdin", is_flag=True, help="Read it from standard input.")
@click.option("--forget", is_flag=True, help="Remove it in place of asking.")
def password(session: Session, chosen: str | None, password_stdin: bool, forget: bool) -> Answer:
    """Store the password of the database in this computer's secret store. It is asked for, and
    tried before it is stored.
    """
    from service.store.postgres.database import PostgresDatabase  # noqa: PLC0415 - `--help` starts without the driver

    address = find_address(chosen, session.environment, session.folder)
    if address is None:
        raise Refused.saying("no_database", "Name the database with --database, or set COUNTERPART_DATABASE.")
    name, secrets = name_password(address), session.shared_secrets.own
    if forget:
        asyncio.run(secrets.remove(name))
        return say({"stored": False}, "The password is forgotten.")
    typed = ask_hidden("Password", from_stdin=password_stdin)
    PostgresDatabase(address, ask_password=lambda: typed).check()
    asyncio.run(secrets.store(name, Secret(typed)))
    return say({"stored": True}, "The password is stored.")


@database.declare(more=f"It works for {LIFE // MINUTE} minutes and {MAX_TRIES} tries.")
def code(session: Session) -> Answer:
    """Make a one-time code by which the service of another computer can read the secrets in the
    database. The command waits for that; Ctrl-C ends the code.
    """
    from bridge.secrets.join_code import Inviter, remove_offer, write_offer  # noqa: PLC0415 - `--help` starts without it

    _refuse_alone(session)
    shared = session.shared_secrets
    key = asyncio.run(_make_and_read_key(shared))
    inviter = Inviter()
    session.write(lambda tx: write_offer(tx, inviter.offer))
    try:
        Answer({"code": format_code(inviter.code)}, [format_code(inviter.code)]).show(session)
        if not session.as_json:
            print_line(f"On the other computer, run: counterpart join {format_code(inviter.code)}")
        joined = _wait_for_joiner(session, inviter, key)
    finally:
        session.write(lambda tx: remove_offer(tx, inviter.offer.id))
    return say({"joined": joined}, f"{joined} has joined.")


@database.declare(name="new-key")
@click.option("--yes", is_flag=True, help="Do it without asking.")
def new_key(session: Session, yes: bool) -> Answer:
    """Remove every secret in the database, where no computer has its key any more. This one then
    makes another key, and each target, link and alert address needs its secret again.
    """
    _refuse_alone(session)
    if not yes and not click.confirm("Remove every secret in the database?", err=True):
        return say(None, "Nothing was changed.")

    def remove(tx: Tx) -> int:
        record_action(tx, OwnerAction.SECRETS_FORGOTTEN)
        return remove_all_sealed(tx)

    session.write(remove)
    asyncio.run(session.shared_secrets.find_or_make_key())
    return say({"removed": True}, "The secrets are removed. Give each target, link and alert address its own again.")


@declare("K7QM-3XRD")
@click.argument("code", required=False)
def join(session: Session, code: str | None) -> Answer:
    """The code is of counterpart database code, on a computer that has joined. Without it, it is
    asked for.
    """
    from bridge.secrets.join_code import Joiner, read_offer, remove_offer  # noqa: PLC0415 - `--help` starts without it

    _refuse_alone(session)
    shared = session.shared_secrets
    status = asyncio.run(shared.own.status())
    if not status.is_usable:
        raise Unavailable(status.sentence)
    row, offer = session.read(lambda db: (find_key_row(db), read_offer(db)))
    if row is None or offer is None:
        raise Unavailable(_NO_CODE)
    joiner = Joiner(code or ask_hidden("Code"), offer, find_host_name() or "a computer")
    key = _wait_for_key(session, joiner, offer)
    asyncio.run(shared.take_key(row, key))
    session.write(lambda tx: remove_offer(tx, offer.id))
    _take_certificate(session)
    return say({"joined": True}, "This computer has joined: its service reads the secrets in the database.")


_NO_CODE = message(
    "No code works now: it was used, it is too old, or its command has ended. Make one on a computer that has joined "
    "with: counterpart database code"
)


def _refuse_alone(session: Session) -> None:
    if not session.is_shared:
        raise Refused.saying("no_database", "The data is in this computer's folder, which no other service uses.")


async def _make_and_read_key(shared: SharedStore) -> Secret:
    return await shared.read_key(await shared.find_or_make_key())


def _wait_for_joiner(session: Session, inviter: Inviter, key: Secret) -> str:
    """The name of the computer that got the key."""
    from bridge.secrets.join_code import JoinState, change_offer, read_offer  # noqa: PLC0415 - as above

    def answer(tx: Tx, answered: JoinOffer, computer: str) -> None:
        if change_offer(tx, answered) and answered.state is JoinState.DONE:
            record_action(tx, OwnerAction.COMPUTER_JOINED, computer)

    tries, seen, joined, until = MAX_TRIES, "", "", session.clock.monotonic() + LIFE / SECOND
    while session.clock.monotonic() < until:
        offer = session.read(read_offer)
        if offer is None or offer.id != inviter.offer.id:
            if joined:  # the other side has removed it
                return joined
            raise Unavailable.saying("Another command has made a code since, and only that one works.")
        request = offer.request
        if request is not None and request.id != seen:
            seen, answered = request.id, inviter.answer(request, key)
            session.write(lambda tx: answer(tx, answered, request.computer))  # noqa: B023 - runs at once
            if answered.state is JoinState.DONE:
                joined, until = request.computer, session.clock.monotonic() + _ANSWER_S
            elif not (tries := tries - 1):
                raise Unavailable.saying("The code was entered wrong {n} times, so it works no more.", n=MAX_TRIES)
        session.pause(_LOOK_S)
    if joined:
        return joined
    raise Unavailable.saying("No computer has joined in time. Make another code.")


def _wait_for_key(session: Session, joiner: Joiner, offer: JoinOffer) -> Secret:
    from bridge.secrets.join_code import JoinState, change_offer, make_asking, read_offer  # noqa: PLC0415 - as above

    if not session.write(lambda tx: change_offer(tx, make_asking(offer, joiner.request))):
        raise Unavailable(_NO_CODE)
    until = session.clock.monotonic() + _ANSWER_S
    while session.clock.monotonic() < until:
        present = session.read(read_offer)
        if present is None or present.id != offer.id:
            raise Unavailable(_NO_CODE)
        if present.request is None or present.request.id != joiner.request.id:
            raise Unavailable.saying("Another computer has used the code in the same moment. Make another code.")
        if present.state is JoinState.DONE and (key := joiner.open(present)) is not None:
            return key
        if present.state is not JoinState.WAITS:
            raise Refused.saying("wrong_code", "The code is not right. Look at it again.")
        session.pause(_LOOK_S)
    raise Unavailable(_NO_CODE)


def _take_certificate(session: Session) -> None:
    """Puts the keys of the other computers into the files, so that a till's pin is right here too;
    later the secret store may be locked.
    """
    from bridge.secrets.shared_secrets import SharedCertificate  # noqa: PLC0415 - as above
    from bridge.system.certificate import CertificateFolder  # noqa: PLC0415 - 8 MB that other commands save

    shared = SharedCertificate(session.shared_secrets)
    if shared.read():
        CertificateFolder(session.folder, shared).load(session.read(read_settings).allowed_hosts, session.now())
