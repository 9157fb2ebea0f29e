"""`counterpart receive`: a small receiver to try webhooks with, until it is stopped
(contract §8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bridge.cli.command_errors import print_error
from bridge.cli.command_group import declare
from bridge.cli.parameter_types import PORT
from bridge.cli.session import Session
from service.domain import wire
from service.domain.times import Clock, format_rfc3339
from service.domain.webhooks.webhook_secrets import Secret

if TYPE_CHECKING:
    from service.delivery.trial_receiver import ReceivedDelivery


@declare("--port 9000 --secret -")
@click.option("--port", type=PORT, default=0, metavar="N", help="Port to listen on; a free one at first.")
@click.option("--secret", metavar="S", help="The target's secret, or - to type it in.")
def receive(session: Session, port: int, secret: str | None) -> None:
    """With the secret it checks both signatures and names the fault. Give the secret in
    COUNTERPART_RECEIVE_SECRET, or type it in with `--secret -`.
    """
    import asyncio  # noqa: PLC0415 - as below

    from service.delivery.trial_receiver import make_warning, read_secret  # noqa: PLC0415 - loads an HTTP server

    if warning := make_warning(secret):
        print_error(warning)
    given = read_secret(secret, session.environment)
    asyncio.run(_listen(given, port, session.clock, as_json=session.as_json))


async def _listen(secret: Secret | None, port: int, clock: Clock, *, as_json: bool) -> None:
    """Runs until SIGTERM, SIGINT or Ctrl-C, or until the output's reader has left.

    Raises Unavailable if the port cannot be listened on, OSError if the output cannot be written.
    """
    import asyncio  # noqa: PLC0415 - as below

    from bridge.system.process import stop_on_signals  # noqa: PLC0415 - as below
    from service.delivery.trial_receiver import TrialReceiver, format_received  # noqa: PLC0415 - an HTTP server

    stop = asyncio.Event()
    stop_on_signals(stop)
    faults: list[OSError] = []

    def show(arrival: ReceivedDelivery) -> None:
        try:
            click.echo(_format_json(arrival) if as_json else format_received(arrival))
        except OSError as error:
            faults.append(error)
            stop.set()

    receiver = TrialReceiver(secret, clock, show)
    address = await receiver.start(port)
    try:
        # Where a program reads the output, this line must not be part of it.
        click.echo(f"Listening on {address}", err=as_json)
        await stop.wait()
    finally:
        await receiver.stop()
    if faults:
        raise faults[0]


def _format_json(arrival: ReceivedDelivery) -> str:
    """One line for each delivery, so that a program can read them as they come."""
    findings = () if arrival.verdict is None else arrival.verdict.findings
    entry = {
        "at": format_rfc3339(arrival.at),
        "path": arrival.path,
        "event": arrival.event,
        "delivery": arrival.delivery_id,
        "again": arrival.is_repeated,
        "checked": arrival.verdict is not None,
        "faults": [
            {"fault": finding.fault.value, "header": finding.header, "sentence": finding.sentence}
            for finding in findings
        ],
        "body": arrival.body.decode("utf-8", "backslashreplace"),
    }
    return wire.encode(entry).decode()
