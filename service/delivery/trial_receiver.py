"""A small receiver to try webhooks: shows each delivery, checks both signatures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TextIO

from aiohttp import web

from service.domain.errors import BadRequest, Unavailable
from service.domain.sentences import message, os_reason
from service.domain.times import Clock, Millis, format_rfc3339
from service.domain.webhooks import signing
from service.domain.webhooks.signing import VerificationResult, verify_delivery
from service.domain.webhooks.webhook_secrets import Secret

HOST = "127.0.0.1"
MAX_BODY_BYTES = 2 * 1024 * 1024
SECRET_VARIABLE = "COUNTERPART_RECEIVE_SECRET"  # noqa: S105
FROM_STDIN = "-"
COMMAND_LINE_WARNING = (
    "The secret is on the command line, where other programs of this computer can read it; "
    f"set {SECRET_VARIABLE}, or give --secret - and type it in"
)

_PRINTED_HEADERS = (
    signing.EVENT,
    signing.DELIVERY,
    signing.SIGNATURE,
    signing.SIGNATURE_NEXT,
    signing.WEBHOOK_ID,
    signing.WEBHOOK_TIMESTAMP,
    signing.WEBHOOK_SIGNATURE,
)


@dataclass(frozen=True, slots=True)
class ReceivedDelivery:
    """One POST as it arrived; `verdict` is None if there is no secret to check with."""

    at: Millis
    path: str
    headers: Mapping[str, str]
    body: bytes
    verdict: VerificationResult | None
    is_repeated: bool
    """The delivery identifier came before: a retry."""

    @property
    def event(self) -> str:
        return self.headers.get(signing.EVENT, "")

    @property
    def delivery_id(self) -> str:
        return self.headers.get(signing.DELIVERY, "")


class TrialReceiver:
    """Listens on this computer only. Answers 200, or 400 with the faults of a signature."""

    def __init__(self, secret: Secret | None, clock: Clock, on_arrival: Callable[[ReceivedDelivery], None]) -> None:
        self._secret = secret
        self._clock = clock
        self._on_arrival = on_arrival
        self._seen: set[str] = set()
        self._runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> str:
        """Listens; returns the address for a target. Port 0 is any free one. Raises Unavailable."""
        application = web.Application(client_max_size=MAX_BODY_BYTES)
        application.router.add_post("/{path:.*}", self._receive)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
        except OSError as error:
            await self.stop()
            raise Unavailable.saying(
                "Port {port} cannot be listened on: {reason}; give another one", port=port, reason=os_reason(error)
            ) from error
        return f"http://{HOST}:{self._runner.addresses[0][1]}/"

    def check_with(self, secret: Secret | None) -> None:
        """Checks what arrives from now on with another secret, at the same address."""
        self._secret = secret

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _receive(self, request: web.Request) -> web.Response:
        arrival = self._check(request.path, dict(request.headers), await request.read())
        self._on_arrival(arrival)
        if arrival.verdict is None or arrival.verdict.is_genuine:
            return web.Response(text="received\n")
        return web.Response(status=400, text="\n".join(finding.sentence for finding in arrival.verdict.findings) + "\n")

    def _check(self, path: str, headers: Mapping[str, str], body: bytes) -> ReceivedDelivery:
        now = self._clock.now()
        lower = {name.lower(): value for name, value in headers.items()}
        verdict = None if self._secret is None else verify_delivery(lower, body, self._secret, now)
        delivery_id = lower.get(signing.DELIVERY, "")
        again = bool(delivery_id) and delivery_id in self._seen
        self._seen.add(delivery_id)
        return ReceivedDelivery(now, path, lower, body, verdict, again)


def format_received(arrival: ReceivedDelivery) -> str:
    """A delivery as lines for a terminal. Control characters from outside become visible signs."""
    return "\n".join(_format_lines(arrival)) + "\n"


def read_secret(option: str | None, environment: Mapping[str, str], typed: TextIO | None = None) -> Secret | None:
    """`--secret`, else the environment; `-` is a line of the input. Raises BadRequest if empty."""
    text = environment.get(SECRET_VARIABLE, "") if option is None else option
    if option == FROM_STDIN:
        text = (typed or sys.stdin).readline().strip()
        if not text:
            raise BadRequest(message("No secret came in on standard input; type it and press Enter"))
    return Secret(text) if text else None


def make_warning(option: str | None) -> str | None:
    """A warning about a secret on the command line."""
    return COMMAND_LINE_WARNING if option not in (None, "", FROM_STDIN) else None


def _format_lines(arrival: ReceivedDelivery) -> Iterator[str]:
    again = " (sent again)" if arrival.is_repeated else ""
    event = _escape(arrival.event) or "no event kind"
    yield f"{format_rfc3339(arrival.at)}  POST {_escape(arrival.path)}  {event}{again}"
    for name in _PRINTED_HEADERS:
        if name in arrival.headers:
            yield f"  {name}: {_escape(arrival.headers[name])}"
    yield f"  {_escape(arrival.body.decode('utf-8', 'backslashreplace'))}"
    if arrival.verdict is None:
        yield "  NOT CHECKED: no secret was given"
    elif arrival.verdict.is_genuine:
        yield "  OK: both signatures are right"
    else:
        yield from (f"  FAULT {finding.fault.value}: {finding.sentence}" for finding in arrival.verdict.findings)


def _escape(text: str) -> str:
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
