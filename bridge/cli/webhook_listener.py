"""`counterpart receive`: listens, and prints each webhook that arrives, until it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import click

from bridge.system.process import stop_on_signals
from service.delivery.trial_receiver import ReceivedDelivery, TrialReceiver, format_received, make_warning, read_secret
from service.domain import wire
from service.domain.times import Clock, format_rfc3339
from service.domain.webhooks.webhook_secrets import Secret


def choose_secret(option: str | None, environment: Mapping[str, str], *, warn: Callable[[str], None]) -> Secret | None:
    """The secret to check with, from where it was given. Raises BadRequest if nothing was typed."""
    if warning := make_warning(option):
        warn(warning)
    return read_secret(option, environment)


def listen_for_webhooks(port: int, secret: Secret | None, clock: Clock, *, as_json: bool) -> None:
    """Runs until SIGTERM, SIGINT or Ctrl-C, or until the output's reader has left.

    Raises Unavailable if the port cannot be listened on, OSError if the output cannot be written.
    """
    asyncio.run(_run(secret, port, clock, as_json=as_json))


async def _run(secret: Secret | None, port: int, clock: Clock, *, as_json: bool) -> None:
    stop = asyncio.Event()
    stop_on_signals(stop)
    faults: list[OSError] = []

    def show(arrival: ReceivedDelivery) -> None:
        try:
            (_print_json if as_json else _print_text)(arrival)
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


def _print_text(arrival: ReceivedDelivery) -> None:
    click.echo(format_received(arrival))


def _print_json(arrival: ReceivedDelivery) -> None:
    """Prints one object on one line for each delivery, so that a program can read them as they
    come.
    """
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
    click.echo(wire.encode(entry).decode())
