"""`counterpart receive`: a small receiver to try webhooks with (contract §8)."""

from __future__ import annotations

import click

from bridge.cli.command_errors import print_error
from bridge.cli.command_group import declare
from bridge.cli.parameter_types import PORT
from bridge.cli.session import Session


@declare("--port 9000 --secret -")
@click.option("--port", type=PORT, default=0, metavar="N", help="Port to listen on; a free one at first.")
@click.option("--secret", metavar="S", help="The target's secret, or - to type it in.")
def receive(session: Session, port: int, secret: str | None) -> None:
    """With the secret it checks both signatures and names the fault. Give the secret in
    COUNTERPART_RECEIVE_SECRET, or type it in with `--secret -`.
    """
    from bridge.cli import webhook_listener as receiver  # noqa: PLC0415 - other commands start without it

    given = receiver.choose_secret(secret, session.environment, warn=print_error)
    receiver.listen_for_webhooks(port, given, session.clock, as_json=session.as_json)
