"""`counterpart keys`: API keys of a shop (CONTRACT.md sections 5 and 8)."""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.grammar import Family, pass_session
from bridge.cli.output import line, print_json, print_list
from bridge.cli.session import Session
from bridge.cli.values import KEY_ID
from bridge.cli.words import local
from service.domain.keys import ApiKey
from service.domain.times import optional_rfc3339, rfc3339
from service.store.keys import list_keys
from service.usecases.issue_key import issue_key, revoke_key

keys = Family(
    name="keys",
    help="API keys: one for each system that calls.",
    example='counterpart keys create "Main till"',
)


@keys.command(
    "create",
    help="Make a key for one system. It is shown this once only; keep it as a secret.",
    example='counterpart keys create "Main till" --staging',
)
@click.argument("name")
@pass_session
def create(session: Session, name: str) -> None:
    made = session.write_shop(lambda tx, shop: issue_key(tx, shop, name, now=session.now()))
    if session.as_json:
        print_json({"id": made.key.id, "name": made.key.name, "key": made.text})
        return
    line(made.text)
    line(
        f"This is the key of {made.key.name} (id {made.key.id}). It is shown this once only: store it as a secret now."
    )


@keys.command("list", help="Every key of the shop, revoked ones too.", example="counterpart keys list")
@pass_session
def list_(session: Session) -> None:
    print_list(
        session,
        session.read_shop(lambda db, shop: list_keys(db, shop.id)),
        to_json=_as_json,
        headers=(">ID", "BEGINS", "CREATED", "LAST USED", "REVOKED", "NAME"),
        to_row=lambda key: (
            str(key.id),
            key.prefix,
            local(key.created_at),
            local(key.last_used_at),
            local(key.revoked_at),
            key.name,
        ),
        empty=f"There is no key yet; `{session.command('keys create NAME')}` makes one.",
    )


@keys.command(
    "revoke",
    help="Revoke a key for good; its very next call is refused. `keys list` shows the ids.",
    example="counterpart keys revoke 3",
)
@click.argument("key_id", metavar="ID", type=KEY_ID)
@pass_session
def revoke(session: Session, key_id: int) -> None:
    key = session.write_shop(lambda tx, shop: revoke_key(tx, shop, key_id, now=session.now()))
    if session.as_json:
        print_json(_as_json(key))
    else:
        line(f"{key.name} (id {key.id}) is revoked since {local(key.revoked_at)}.")


def _as_json(key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "name": key.name,
        "prefix": key.prefix,
        "created_at": rfc3339(key.created_at),
        "last_used_at": optional_rfc3339(key.last_used_at),
        "revoked_at": optional_rfc3339(key.revoked_at),
    }
