"""`counterpart keys`: API keys of a shop (contract §5 and §8)."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_local_time, print_json, print_line, print_list, text_or_dash
from bridge.cli.parameter_types import DAY, METAVAR, REFERENCE, find_id
from bridge.cli.session import Session
from service.domain.catalogue.sku import fold
from service.domain.keys import ApiKey
from service.domain.pairing import LIFE, MAX_TRIES
from service.domain.shops import Shop
from service.domain.times import MINUTE, Millis, format_optional_rfc3339, format_rfc3339
from service.store.engine.transaction import ReadTx
from service.store.keys import list_keys
from service.store.trusted_clock import read_believed_time
from service.usecases.issue_key import change_expiry, issue_key, revoke_key

keys = CommandGroup(
    name="keys",
    help=summary_of("keys"),
    example='counterpart keys create "Main till"',
)


@keys.command(
    "create",
    help="Make a key for one system. It is shown this once only; keep it as a secret.",
    example='counterpart keys create "Main till" --staging',
)
@click.argument("name")
@click.option("--expires", type=DAY, metavar="DAY", help="The last day on which it works, like 2027-01-31.")
@pass_session
def create(session: Session, name: str, expires: date | None) -> None:
    made = session.write_shop(lambda tx, shop: issue_key(tx, shop, name, now=session.now(), last_day=expires))
    if session.as_json:
        end = {} if made.key.expires_at is None else {"expires_at": format_rfc3339(made.key.expires_at)}
        print_json({"id": made.key.id, "name": made.key.name, "key": made.text, **end})
        return
    print_line(made.text)
    print_line(
        f"This is the key of {made.key.name} (id {made.key.id}). It is shown this once only: store it as a secret now."
    )
    if made.key.expires_at is not None:
        print_line(f"It works until {format_local_time(made.key.expires_at)}.")


@keys.command("list", help="Every key of the shop, revoked ones too.", example="counterpart keys list")
@csv_option()
@pass_session
def list_(session: Session) -> None:
    listed, now = session.read_shop(lambda db, shop: (list_keys(db, shop.id), read_believed_time(db, session.now())))
    print_list(
        session,
        listed,
        to_json=lambda key: _as_json(key, now),
        headers=(">ID", "BEGINS", "CREATED", "LAST USED", "FROM", "EXPIRES", "REVOKED", "NAME"),
        to_row=lambda key: (
            str(key.id),
            key.prefix,
            format_local_time(key.created_at),
            format_local_time(key.last_used_at),
            text_or_dash(key.last_used_from),
            _describe_expiry(key, now),
            format_local_time(key.revoked_at),
            key.name,
        ),
        empty=f"There is no key yet; `{session.command('keys create NAME')}` makes one.",
    )


@keys.command(
    "expiry",
    help="Choose the last day on which a key works, or `never` for a key without an end. A key that "
    "has expired works again. `keys list` shows the ids.",
    example="counterpart keys expiry 3 2027-01-31",
)
@click.argument("key", metavar=METAVAR, type=REFERENCE)
@click.argument("day", metavar="DAY|never")
@pass_session
def expiry(session: Session, key: str, day: str) -> None:
    last_day = None if day.lower() == "never" else DAY.convert(day, None, None)
    changed = session.write_shop(
        lambda tx, shop: change_expiry(tx, shop, _find_id(session, tx, shop, key), last_day, now=session.now())
    )
    if session.as_json:
        print_json(_as_json(changed, session.read(lambda db: read_believed_time(db, session.now()))))
    elif changed.expires_at is None:
        print_line(f"{changed.name} (id {changed.id}) does not expire.")
    else:
        print_line(f"{changed.name} (id {changed.id}) works until {format_local_time(changed.expires_at)}.")


@keys.command(
    "pair",
    help="Make a one-time code by which a till gets a key of its own: for "
    f"{LIFE // MINUTE} minutes and {MAX_TRIES} tries. The program has "
    "to run. A till on another computer needs the service open to the network.",
    example="counterpart keys pair",
)
@pass_session
def pair(session: Session) -> None:
    from bridge.cli.pairing_code import offer_code  # noqa: PLC0415 - other commands start without it

    offered = offer_code(session)
    if session.as_json:
        print_json({"code": offered.code, "address": offered.address, "pin": offered.pin or None, "shop": offered.shop})
        return
    print_line(offered.code)
    print_line(f"Type this code into the till within ten minutes; it works once, for {offered.shop}.")
    print_line(f"Address: {offered.address}")
    if offered.pin:
        print_line(f"Pin: {offered.pin}")
    print_line(f"`{session.command('keys list')}` then shows the till's key.")


@keys.command(
    "revoke",
    help="Revoke a key for good; its very next call is refused. `keys list` shows the ids.",
    example='counterpart keys revoke "Main till"',
)
@click.argument("key", metavar=METAVAR, type=REFERENCE)
@pass_session
def revoke(session: Session, key: str) -> None:
    revoked = session.write_shop(
        lambda tx, shop: revoke_key(tx, shop, _find_id(session, tx, shop, key), now=session.now())
    )
    if session.as_json:
        print_json(_as_json(revoked, session.read(lambda db: read_believed_time(db, session.now()))))
    else:
        print_line(f"{revoked.name} (id {revoked.id}) is revoked since {format_local_time(revoked.revoked_at)}.")


def _find_id(session: Session, db: ReadTx, shop: Shop, text: str) -> int:
    """A name means the key that works, where others with it are revoked."""
    known = list_keys(db, shop.id)
    named = {fold(key.name) for key in known if key.revoked_at is None}
    pairs = [(key.id, "" if key.revoked_at is not None and fold(key.name) in named else key.name) for key in known]
    return find_id(text, pairs, kind="key", listing=session.command("keys list"))


def _describe_expiry(key: ApiKey, now: Millis) -> str:
    """When a key ends, and whether it has."""
    text = format_local_time(key.expires_at)
    return f"{text} (expired)" if key.has_expired(now) else text


def _as_json(key: ApiKey, now: Millis) -> dict[str, Any]:
    return {
        "id": key.id,
        "name": key.name,
        "prefix": key.prefix,
        "created_at": format_rfc3339(key.created_at),
        "last_used_at": format_optional_rfc3339(key.last_used_at),
        "last_used_from": key.last_used_from,
        "expires_at": format_optional_rfc3339(key.expires_at),
        "expired": key.has_expired(now),
        "revoked_at": format_optional_rfc3339(key.revoked_at),
    }
