"""`counterpart keys`: API keys of a shop (contract §5 and §8)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_local_time, say
from bridge.cli.parameter_types import DAY, EnumType, find_one, reference_argument
from bridge.cli.session import Session
from service.domain.catalogue.sku import fold
from service.domain.keys import ApiKey, Rights
from service.domain.pairing import LIFE, MAX_TRIES
from service.domain.times import MINUTE, format_rfc3339
from ui.backend.keys_port import KeyRow

keys = CommandGroup("keys", example='create "Main till"')


def _describe_expiry(row: KeyRow) -> str:
    return f"{format_local_time(row.key.expires_at)}{' (expired)' if row.expired else ''}"


KEY = Fields[KeyRow](
    Column("id", ">ID", "key.id"),
    Column("name", "NAME", "key.name"),
    Column("prefix", "BEGINS", "key.prefix"),
    Column("created_at", "CREATED", "key.created_at", TIME),
    Column("last_used_at", "LAST USED", "key.last_used_at", TIME),
    Column("last_used_from", "FROM", "key.last_used_from"),
    Column("expires_at", "EXPIRES", "key.expires_at", TIME, text=_describe_expiry),
    Column("expired"),
    Column("revoked_at", "REVOKED", "key.revoked_at", TIME),
    Column("rights", "RIGHTS", "key.rights"),
)


@keys.declare('"Main till" --staging')
@click.argument("name")
@click.option("--expires", type=DAY, metavar="DAY", help="The last day on which it works, like 2027-01-31.")
@click.option(
    "--rights",
    type=EnumType(Rights),
    default=Rights.ALL.value,
    help="What it may do: everything, the catalogue only, the orders only, or only read.",
)
def create(session: Session, name: str, expires: date | None, rights: Rights) -> Answer:
    """Make a key for one system. It is shown this once only; keep it as a secret. It is alone on
    standard output.
    """
    made = session.ask(session.backend.keys.create(session.shop.id, name, expires, rights))
    key, end, remarks = made.key, {}, []
    fewer = {} if rights is Rights.ALL else {"rights": rights.value}
    if key.expires_at is not None:
        end = {"expires_at": format_rfc3339(key.expires_at)}
        remarks = [f"It works until {format_local_time(key.expires_at)}."]
    shown = f"This is the key of {key.name} (id {key.id}). It is shown this once only: store it as a secret now."
    return Answer({"id": key.id, "name": key.name, "key": made.text, **end, **fewer}, [made.text], [shown, *remarks])


@keys.declare(csv=True)
def list_(session: Session) -> Listing[KeyRow]:
    """Every key of the shop, revoked ones too."""
    listed = session.ask(session.backend.keys.list(session.shop.id))
    empty = f"There is no key yet; `{session.command('keys create NAME')}` makes one."
    return Listing(KEY, listed, empty)


@keys.declare("3 2027-01-31")
@reference_argument("key")
@click.argument("day", metavar="DAY|never")
def expiry(session: Session, key: str, day: str) -> Answer:
    """Choose the last day on which a key works, or `never` for a key without an end. A key that has
    expired works again. `keys list` shows the ids.
    """
    last_day = None if day.lower() == "never" else DAY.convert(day, None, None)
    key_id = _find(session, key).key.id
    session.ask(session.backend.keys.change_expiry(session.shop.id, key_id, last_day))
    return _tell(
        session,
        key_id,
        lambda now: f"works until {format_local_time(now.expires_at)}" if now.expires_at else "does not expire",
    )


@keys.declare(more=f"It works for {LIFE // MINUTE} minutes and {MAX_TRIES} tries of one till.")
def pair(session: Session) -> Answer:
    """Make a one-time code by which a till gets a key of its own. The program has to run. A till on
    another computer needs the service open to the network.
    """
    from bridge.cli.pairing_code import offer_code  # noqa: PLC0415 - other commands start without it

    offered = offer_code(session)
    return say(
        {"code": offered.code, "address": offered.address, "pin": offered.pin or None, "shop": offered.shop},
        offered.code,
        f"Type this code into the till within ten minutes; it works once, for {offered.shop}.",
        f"Address: {offered.address}",
        *([f"Pin: {offered.pin}"] if offered.pin else []),
        f"`{session.command('keys list')}` then shows the till's key.",
    )


@keys.declare('"Main till"')
@reference_argument("key")
def revoke(session: Session, key: str) -> Answer:
    """Revoke a key for good; its very next call is refused. `keys list` shows the ids."""
    key_id = _find(session, key).key.id
    session.ask(session.backend.keys.revoke(session.shop.id, key_id))
    return _tell(session, key_id, lambda now: f"is revoked since {format_local_time(now.revoked_at)}")


def _tell(session: Session, key: int, what: Callable[[ApiKey], str]) -> Answer:
    changed = _find(session, str(key))
    return say(KEY.to_json(changed), f"{changed.key.name} (id {key}) {what(changed.key)}.")


def _find(session: Session, text: str) -> KeyRow:
    """A name means the key that works, where others with it are revoked."""
    rows = {row.key.id: row for row in session.ask(session.backend.keys.list(session.shop.id))}
    keys = [row.key for row in rows.values()]
    working = {fold(key.name) for key in keys if key.revoked_at is None}
    pairs = ((key, "" if key.revoked_at is not None and fold(key.name) in working else key.name) for key in keys)
    return rows[find_one(text, pairs, kind="key", listing=session.command("keys list")).id]
