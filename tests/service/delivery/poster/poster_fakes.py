"""A poster's network: names, a probe, and one delivery."""

from __future__ import annotations

import socket
from collections.abc import Callable

from service.delivery.attempt_result import AttemptResult
from service.delivery.name_resolution import AddressInfo
from service.delivery.poster import HttpPoster
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import SecretPair
from tests.service.delivery.raw_receivers import (
    Script,
    receiving,
)

BODY = '{"id":"evt_1","name_ar":"فلتر"}'.encode()
HEADERS = make_delivery_headers(
    SecretPair(make_secret()), delivery_id="dlv_1", event="order.placed", body=BODY, at=1_800_000_000_000
)
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class FakeProbe:
    def __init__(self) -> None:
        self.route = True
        self.names = True

    async def has_route(self) -> bool:
        return self.route

    async def names_resolve(self) -> bool:
        return self.names


class FakeNames:
    """A resolver that knows what the test names; everything else does not exist."""

    def __init__(self) -> None:
        self.known: dict[str, list[str]] = {}
        self.error: OSError | None = None
        self.asked: list[str] = []

    def __call__(self, host: str, port: int, family: int) -> list[AddressInfo]:
        self.asked.append(host)
        if self.error is not None:
            raise self.error
        if host not in self.known:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [row(address, port) for address in self.known[host]]


def row(address: str, port: int) -> AddressInfo:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return (family, socket.SOCK_STREAM, 6, "", (address, port))


Maker = Callable[..., HttpPoster]


async def send(
    poster: HttpPoster,
    port: int,
    path: str = "/in",
    scheme: str = "http",
    host: str = "127.0.0.1",
    target_id: int = 1,
) -> AttemptResult:
    return await poster.post(target_id, f"{scheme}://{host}:{port}{path}", HEADERS, BODY)


async def against(script: Script, poster: HttpPoster) -> AttemptResult:
    async with receiving(script) as receiver:
        return await send(poster, receiver.port)
