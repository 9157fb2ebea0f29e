"""The calls of `counterpart link` to the marketplace, with or without a running program."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bridge.cli.session import Session, open_secrets
from bridge.system.paths import database_file
from bridge.system.tls_trust import system_ssl_context
from service.domain.errors import Refused
from service.domain.link.link_state import CODE
from service.domain.link.rehearsal import RehearsalReport, read_report
from service.domain.sentences import message
from service.domain.shops import Shop
from service.link.call_journal import CallJournal
from service.link.catalogue_reader import CatalogueReader, Comparison
from service.link.link_session import LinkSession
from service.link.upstream import Upstream
from service.link.upstream_check import UpstreamCheck, check_upstream
from service.link.upstream_client import Pacer, UpstreamClient
from service.store.engine.store import Store
from service.store.link.links import get_link, read_text

T = TypeVar("T")


def check_link(session: Session, shop: Shop) -> UpstreamCheck:
    """Checks the shop's link, with its calls in the call log. Raises NotFound, LinkFault,
    SecretsUnavailable.
    """
    return _with_link(session, shop, lambda link: check_upstream(link.far))


def rehearse(session: Session, shop: Shop) -> RehearsalReport:
    """Reads the marketplace's catalogue and reports what a push would do. Raises
    like `check_link`. The rehearsal of a practice link is the one that the program made.
    """
    stored = session.read(lambda db: get_link(db, shop.id))
    report = session.read(lambda db: read_text(db, shop.id, "rehearsal")) if stored.practice else None
    if report is not None:
        return read_report(report)

    async def work(link: LinkSession) -> RehearsalReport:
        return await CatalogueReader(link, stored).rehearse()

    return _with_link(session, shop, work)


def compare(session: Session, shop: Shop) -> Comparison:
    """Compares both catalogues now; differing items are sent again. Raises like `check_link`."""

    async def work(link: LinkSession) -> Comparison:
        stored = await link.store.read(lambda db: get_link(db, shop.id))
        return await CatalogueReader(link, stored).compare()

    return _with_link(session, shop, work)


def _with_link(session: Session, shop: Shop, work: Callable[[LinkSession], Awaitable[T]]) -> T:
    link = session.read(lambda db: get_link(db, shop.id))
    if link.practice:
        raise Refused(
            CODE,
            message("The practice marketplace is inside the running program, which asks it. Look at `link status`."),
        )
    secrets = open_secrets(session)

    async def run() -> T:
        key = await secrets.read(link.secret_name)
        store = Store(database_file(session.folder))
        journal = CallJournal(store, shop.id, link.url, lambda: None)
        tls, pacer = system_ssl_context(), Pacer(session.clock)
        client = UpstreamClient(link.url, key, tls=tls, clock=session.clock, pacer=pacer, journal=journal.keep)
        try:
            return await work(LinkSession(shop.id, store, session.clock, Upstream(client)))
        finally:
            await client.close()
            await asyncio.to_thread(store.close)

    return asyncio.run(run())
