"""`counterpart keys`: API keys of a shop (contract §5 and §8)."""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.command_table import summary_of
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.framework.output import print_json, print_line, print_list
from bridge.cli.framework.parameter_types import KEY_ID
from bridge.cli.framework.value_format import format_local_time
from service.domain.keys import ApiKey
from service.domain.times import format_optional_rfc3339, format_rfc3339
from service.store.keys import list_keys
from service.usecases.issue_key import issue_key, revoke_key

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
@pass_session
def create(session: Session, name: str) -> None:
    made = session.write_shop(lambda tx, shop: issue_key(tx, shop, name, now=session.now()))
    if session.as_json:
        print_json({"id": made.key.id, "name": made.key.name, "key": made.text})
        return
    print_line(made.text)
    print_line(
        f"This is the key of {made.key.name} (id {made.key.id}). It is shown this once only: store it as a secret now."
    )


@keys.command("list", help="Every key of the shop, revoked ones too.", example="counterpart keys list")
@csv_option()
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
            format_local_time(key.created_at),
            format_local_time(key.last_used_at),
            format_local_time(key.revoked_at),
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
        print_line(f"{key.name} (id {key.id}) is revoked since {format_local_time(key.revoked_at)}.")


def _as_json(key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "name": key.name,
        "prefix": key.prefix,
        "created_at": format_rfc3339(key.created_at),
        "last_used_at": format_optional_rfc3339(key.last_used_at),
        "revoked_at": format_optional_rfc3339(key.revoked_at),
    }
