"""The certificate in use: when it is loaded, and what a fault leaves."""

from __future__ import annotations

import ssl
from collections.abc import Sequence

import pytest

from service.api.server_tls import CHECK_EVERY, LoadedCertificate, ServerTls
from service.domain.certificate import ServerCertificate
from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.domain.times import Millis
from tests.fakes.clock import START, FakeClock

CERTIFICATE = ServerCertificate("sha256//x", ("localhost",), 0, 1, 2, "authority.pem")


class Source:
    """A source that notes what it is asked for, and fails when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[str, ...], Millis]] = []
        self.fails = False
        self.loaded = LoadedCertificate(CERTIFICATE, ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))

    def load(self, allowed_hosts: Sequence[str], now: Millis) -> LoadedCertificate:
        self.asked.append((tuple(allowed_hosts), now))
        if self.fails:
            raise Unavailable(message("the disk is full"))
        return self.loaded


async def test_nothing_is_loaded_while_only_this_computer_may_call() -> None:
    source = Source()
    tls = ServerTls(source, FakeClock())
    await tls.prepare(wanted=False, allowed_hosts=())
    assert await tls.step() == START + CHECK_EVERY
    assert (source.asked, tls.context, tls.get_certificate()) == ([], None, None)


async def test_it_is_loaded_before_the_network_may_call_and_again_with_each_step() -> None:
    source, clock = Source(), FakeClock()
    tls = ServerTls(source, clock)
    await tls.prepare(wanted=True, allowed_hosts=["shop-pc.local"])
    assert (tls.context, tls.get_certificate()) == (source.loaded.context, CERTIFICATE)
    clock.advance(CHECK_EVERY)
    await tls.step()
    assert source.asked == [(("shop-pc.local",), START), (("shop-pc.local",), START + CHECK_EVERY)]
    await tls.prepare(wanted=False, allowed_hosts=())
    assert (tls.context, tls.get_certificate()) == (None, None)


async def test_a_fault_is_said_once_and_leaves_the_earlier_certificate(caplog: pytest.LogCaptureFixture) -> None:
    source = Source()
    tls = ServerTls(source, FakeClock())
    await tls.prepare(wanted=True, allowed_hosts=())
    source.fails = True
    for _ in range(3):
        await tls.step()
    assert tls.context is source.loaded.context
    assert [record.getMessage() for record in caplog.records] == [
        "Calls from the network cannot be encrypted: the disk is full"
    ]


async def test_a_fault_that_comes_back_is_said_again(caplog: pytest.LogCaptureFixture) -> None:
    source = Source()
    tls = ServerTls(source, FakeClock())
    for fails in (True, False, True):
        source.fails = fails
        await tls.prepare(wanted=True, allowed_hosts=())
        assert (tls.fault is not None) is fails
    assert tls.get_certificate() == CERTIFICATE
    assert len(caplog.records) == 2


async def test_without_a_source_or_after_a_first_fault_nothing_is_encrypted() -> None:
    source = Source()
    source.fails = True
    failed, none = ServerTls(source, FakeClock()), ServerTls(None, FakeClock())
    for tls in (failed, none):
        await tls.prepare(wanted=True, allowed_hosts=())
        assert tls.context is None
    assert none.get_certificate() is None
    with pytest.raises(Unavailable, match="the disk is full"):
        failed.get_certificate()
