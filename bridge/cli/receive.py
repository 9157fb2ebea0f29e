"""`counterpart receive`: a small receiver to try webhooks with (CONTRACT.md section 8)."""

from __future__ import annotations

import click

from bridge.cli.faults import say
from bridge.cli.grammar import Command, pass_session
from bridge.cli.session import Session
from bridge.cli.values import PORT


@click.command(
    "receive",
    cls=Command,
    help="Show webhooks that arrive on this computer, until Ctrl-C. With the secret it checks both signatures and "
    "names the fault. Give the secret in COUNTERPART_RECEIVE_SECRET, or type it in with `--secret -`.",
    example="counterpart receive --port 9000 --secret -",
)
@click.option("--port", type=PORT, default=0, metavar="N", help="Port to listen on; a free one at first.")
@click.option("--secret", metavar="S", help="The target's secret, or - to type it in.")
@pass_session
def receive(session: Session, port: int, secret: str | None) -> None:
    from bridge import receive as receiver  # noqa: PLC0415 - the HTTP stack takes longer to load than any command runs

    given = receiver.secret_from(secret, session.environment, warn=say)
    receiver.receive(port, given, session.clock, as_json=session.as_json)
