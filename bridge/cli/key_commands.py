"""`counterpart keys`: API keys of a shop (contract §5 and §8)."""

from __future__ import annotations

from datetime import date

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_local_time, say
from bridge.cli.parameter_types import DAY, EnumType, find_id, reference_argument
from bridge.cli.session import Session
from service.domain.catalogue.sku import fold
from service.domain.keys import ApiKey, Rights
from service.domain.pairing import LIFE, MAX_TRIES
from service.domain.shops import Shop
from service.domain.times import MINUTE, Millis, format_rfc3339
from service.store.engine.transaction import ReadTx
from service.store.keys import list_keys
from service.store.trusted_clock import read_believed_time
from service.usecases.issue_key import change_expiry, issue_key, revoke_key

keys = CommandGroup("keys", example='create "Main till"')


def _fields(now: Millis) -> Fields[ApiKey]:
    def describe_expiry(key: ApiKey) -> str:
        text = format_local_time(key.expires_at)
        return f"{text} (expired)" if key.has_expired(now) else text

    return Fields(
        Column("id", ">ID"),
        Column("name", "NAME"),
        Column("prefix", "BEGINS"),
        Column("created_at", "CREATED", form=TIME),
        Column("last_used_at", "LAST USED", form=TIME),
        Column("last_used_from", "FROM"),
        Column("expires_at", "EXPIRES", form=TIME, text=describe_expiry),
        Column("expired", get=lambda key: key.has_expired(now)),
        Column("revoked_at", "REVOKED", form=TIME),
        Column("rights", "RIGHTS"),
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
    made = session.write_shop(
        lambda tx, shop: issue_key(tx, shop, name, now=session.now(), last_day=expires, rights=rights)
    )
    key, end, remarks = made.key, {}, []
    fewer = {} if rights is Rights.ALL else {"rights": rights.value}
    if key.expires_at is not None:
        end = {"expires_at": format_rfc3339(key.expires_at)}
        remarks = [f"It works until {format_local_time(key.expires_at)}."]
    shown = f"This is the key of {key.name} (id {key.id}). It is shown this once only: store it as a secret now."
    return Answer({"id": key.id, "name": key.name, "key": made.text, **end, **fewer}, [made.text], [shown, *remarks])


@keys.declare(csv=True)
def list_(session: Session) -> Listing[ApiKey]:
    """Every key of the shop, revoked ones too."""
    listed, now = session.read_shop(lambda db, shop: (list_keys(db, shop.id), read_believed_time(db, session.now())))
    empty = f"There is no key yet; `{session.command('keys create NAME')}` makes one."
    return Listing(_fields(now), listed, empty)


@keys.declare("3 2027-01-31")
@reference_argument("key")
@click.argument("day", metavar="DAY|never")
def expiry(session: Session, key: str, day: str) -> Answer:
    """Choose the last day on which a key works, or `never` for a key without an end. A key that has
    expired works again. `keys list` shows the ids.
    """
    last_day = None if day.lower() == "never" else DAY.convert(day, None, None)
    changed = session.write_shop(
        lambda tx, shop: change_expiry(tx, shop, _find_id(session, tx, shop, key), last_day, now=session.now())
    )
    end = changed.expires_at
    return _tell(session, changed, "does not expire" if end is None else f"works until {format_local_time(end)}")


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
    revoked = session.write_shop(
        lambda tx, shop: revoke_key(tx, shop, _find_id(session, tx, shop, key), now=session.now())
    )
    return _tell(session, revoked, f"is revoked since {format_local_time(revoked.revoked_at)}")


def _tell(session: Session, key: ApiKey, what: str) -> Answer:
    now = session.read(lambda db: read_believed_time(db, session.now()))
    return say(_fields(now).to_json(key), f"{key.name} (id {key.id}) {what}.")


def _find_id(session: Session, db: ReadTx, shop: Shop, text: str) -> int:
    """A name means the key that works, where others with it are revoked."""
    known = list_keys(db, shop.id)
    named = {fold(key.name) for key in known if key.revoked_at is None}
    pairs = [(key.id, "" if key.revoked_at is not None and fold(key.name) in named else key.name) for key in known]
    return find_id(text, pairs, kind="key", listing=session.command("keys list"))
