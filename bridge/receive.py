"""`counterpart receive`: listens, and prints each webhook that arrives, until it is told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import click

from bridge.signals import stop_on_signals
from service.delivery.receiver import Arrival, Receiver, described, given_secret, warning_for
from service.domain import wire
from service.domain.secrets import Secret
from service.domain.times import Clock, rfc3339


def secret_from(option: str | None, environment: Mapping[str, str], *, warn: Callable[[str], None]) -> Secret | None:
    """The secret to check with, from where it was given. Raises BadRequest when nothing was typed."""
    if warning := warning_for(option):
        warn(warning)
    return given_secret(option, environment)


def receive(port: int, secret: Secret | None, clock: Clock, *, as_json: bool) -> None:
    """Runs until SIGTERM, SIGINT or Ctrl-C, or until nobody reads on.

    Raises Unavailable where the port cannot be listened on, OSError where what arrives cannot be printed.
    """
    asyncio.run(_run(secret, port, clock, as_json=as_json))


async def _run(secret: Secret | None, port: int, clock: Clock, *, as_json: bool) -> None:
    stop = asyncio.Event()
    stop_on_signals(stop)
    faults: list[OSError] = []

    def show(arrival: Arrival) -> None:
        try:
            (_print_json if as_json else _print)(arrival)
        except OSError as error:
            faults.append(error)
            stop.set()

    receiver = Receiver(secret, clock, show)
    address = await receiver.start(port)
    try:
        # Where a program reads the arrivals, this line may not stand among them.
        click.echo(f"Listening on {address}", err=as_json)
        await stop.wait()
    finally:
        await receiver.stop()
    if faults:
        raise faults[0]


def _print(arrival: Arrival) -> None:
    click.echo(described(arrival))


def _print_json(arrival: Arrival) -> None:
    """One object on one line for each arrival, so that a program can read them as they come."""
    findings = () if arrival.verdict is None else arrival.verdict.findings
    entry = {
        "at": rfc3339(arrival.at),
        "path": arrival.path,
        "event": arrival.event,
        "delivery": arrival.delivery_id,
        "again": arrival.again,
        "checked": arrival.verdict is not None,
        "faults": [{"fault": said.fault.value, "header": said.header, "sentence": said.sentence} for said in findings],
        "body": arrival.body.decode("utf-8", "backslashreplace"),
    }
    click.echo(wire.encode(entry).decode())
