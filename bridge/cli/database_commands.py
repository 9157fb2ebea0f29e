"""`counterpart database`: the database on PostgreSQL that services share (docs/operating.md)."""

from __future__ import annotations

import asyncio

import click

from bridge.cli.command_group import CommandGroup, ask_hidden
from bridge.cli.output import Answer, say
from bridge.cli.session import Session
from bridge.secrets.engine_choice import find_address, name_password
from service.domain.errors import Refused
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import Secret

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
        raise Refused("no_database", message("Name the database with --database, or set COUNTERPART_DATABASE."))
    name, secrets = name_password(address), session.secrets
    if forget:
        asyncio.run(secrets.remove(name))
        return say({"stored": False}, "The password is forgotten.")
    typed = ask_hidden("Password", from_stdin=password_stdin)
    PostgresDatabase(address, ask_password=lambda: typed).check()
    asyncio.run(secrets.store(name, Secret(typed)))
    return say({"stored": True}, "The password is stored.")
