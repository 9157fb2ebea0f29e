"""The headless service, put together: store, HTTP edge, duties by the clock, webhooks."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from service.api.access import AccessRules
from service.api.edge import Edge
from service.api.items import ItemHandlers
from service.api.openapi import OpenApiHandler
from service.api.orders import OrderHandlers
from service.api.rates import CALLS_PER_SPAN, KeyRates
from service.api.routes import Routes
from service.api.server import EVERYWHERE, LOOPBACK, HttpServer
from service.delivery.no_secrets import NoSecrets
from service.delivery.secret_cache import SecretCache
from service.delivery.sender import Sender, SendingOptions
from service.domain.changes import Changes, Family
from service.domain.errors import Unavailable
from service.domain.retries import RETRY_AFTER
from service.domain.settings import Settings, settings_from
from service.domain.times import Clock, Millis, SystemClock
from service.schedule.beats import Beat
from service.schedule.change_merging import ChangeMerging
from service.schedule.clock_watch import ClockWatch
from service.schedule.event_pruning import EventPruning
from service.schedule.expiry import Expiry
from service.schedule.nightly_pull import NightlyPull
from service.schedule.pruning import Pruning, Retention
from service.store.settings import read_settings
from service.store.store import Store
from service.usecases.edit_shop import ensure_first_shop

log = logging.getLogger(__name__)

_CONCERNS_NO_DUTY = frozenset({Family.CALLS})
"""What every call changes: the event loop need not be woken for it a second time."""


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """Where the data lies, and what stands in for the real thing.

    `rate_limit` None lifts the limit, for measuring. Without `secrets` nothing is posted; without `tls` https
    trusts whom OpenSSL trusts. `retry_after` are the spans between the attempts of a delivery (SPEC.md section 6.4).
    """

    database: Path
    clock: Clock
    rate_limit: int | None = CALLS_PER_SPAN
    secrets: SecretCache | None = None
    tls: ssl.SSLContext | None = None
    retry_after: Sequence[Millis] = RETRY_AFTER

    @classmethod
    def standard(
        cls, database: Path, secrets: SecretCache | None = None, tls: ssl.SSLContext | None = None
    ) -> ServiceOptions:
        return cls(database, SystemClock(), secrets=secrets, tls=tls)


class Service:
    """Runs in one event loop, from `start` to `stop`."""

    def __init__(self, options: ServiceOptions) -> None:
        """Opens the database, making or upgrading it first. Raises Unavailable."""
        self._clock = options.clock
        self.store = Store(options.database)
        self.settings = Settings()
        self._rules = _rules_of(self.settings)
        self.routes = self._routes()
        self._edge = Edge(self.store, options.clock, self.routes, self._access, rates=KeyRates(options.rate_limit))
        self._server = HttpServer(self._edge.answer)
        self._expiry = Beat("Cancelling overdue orders", options.clock, Expiry(self.store, options.clock).step)
        self._pruning = Beat(
            "Pruning the call log", options.clock, Pruning(self.store, options.clock, self._retention).step
        )
        self._event_pruning = Beat("Pruning events", options.clock, EventPruning(self.store, options.clock).step)
        self._merging = Beat("Merging changes", options.clock, ChangeMerging(self.store, options.clock).step)
        self._nightly = Beat("The nightly pull", options.clock, NightlyPull(self.store, options.clock).step)
        self.secrets = options.secrets or SecretCache(NoSecrets())
        self._sender = Sender(
            self.store,
            self.secrets,
            options.clock,
            SendingOptions(options.tls or ssl.create_default_context(), options.retry_after),
        )
        self._watch = Beat("Watching the clock", options.clock, ClockWatch(options.clock, self.resumed).step)
        self._more_duties: list[Beat] = []
        self._listens_as: str | None = None
        self._moving = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reloading: asyncio.Future[None] | None = None

    @property
    def address(self) -> str:
        """Where it listens, as `http://127.0.0.1:8710`; empty while it does not."""
        return self._server.address

    async def start(self, host: str | None = None, port: int | None = None) -> None:
        """Takes up its duties and listens. Raises PortTaken, Unavailable."""
        await self.begin()
        await self.listen(host, port)

    async def begin(self) -> None:
        """Takes up every duty but listening: what is due goes on though the port be taken. Raises Unavailable."""
        self._loop = asyncio.get_running_loop()
        await self.store.write(lambda tx: ensure_first_shop(tx, self._clock.now()))
        await self._reload_settings()
        self.store.subscribe(self._changed)
        self._expiry.start()
        self._pruning.start()
        self._event_pruning.start()
        self._merging.start()
        self._nightly.start()
        self._sender.start()
        self._watch.start()
        for duty in self._more_duties:
            duty.start()

    def take_up(self, duty: Beat) -> None:
        """One more duty, nudged by every commit that touches orders; before `begin`."""
        self._more_duties.append(duty)

    async def listen(self, host: str | None = None, port: int | None = None) -> None:
        """Listens; without arguments as the settings say. Raises PortTaken, Unavailable, and may be tried again."""
        chosen = self._chosen_host()
        await self._server.start(host or chosen, self.settings.port if port is None else port)
        self._listens_as = None if host else chosen

    async def stop_listening(self) -> None:
        """Stops accepting calls and finishes those in flight; every other duty goes on."""
        self._listens_as = None
        await self._server.stop()

    async def stop(self) -> None:
        """Stops accepting, finishes what is in flight, closes the database."""
        async with self._moving:
            await self.stop_listening()
        for duty in self._more_duties:
            await duty.stop()
        await self._watch.stop()
        await self._expiry.stop()
        await self._pruning.stop()
        await self._event_pruning.stop()
        await self._merging.stop()
        await self._nightly.stop()
        await self._sender.stop()
        if self._reloading is not None:
            await self._reloading
        await asyncio.get_running_loop().run_in_executor(None, self.store.close)

    def resumed(self) -> None:
        """The PC slept or its clock jumped: every deadline is looked at again."""
        self._expiry.nudge()
        self._pruning.nudge()
        self._event_pruning.nudge()
        self._merging.nudge()
        self._nightly.nudge()
        self._sender.resumed()

    def secrets_changed(self) -> None:
        """The secret store may be readable again: what waits for a secret is tried. In the event loop."""
        self._sender.secrets_changed()

    def _routes(self) -> Routes:
        items, orders = ItemHandlers(self.store), OrderHandlers(self.store)
        return Routes(
            {
                "/v1/items": {"GET": items.read_page, "POST": items.upload},
                "/v1/orders": {"GET": orders.list_orders},
                "/v1/orders/{order}/{action}": {"POST": orders.act},
                "/v1/openapi.json": {"GET": OpenApiHandler().read},
            }
        )

    def _access(self) -> AccessRules:
        return self._rules

    def _retention(self) -> Retention:
        return Retention(self.settings.log_days, self.settings.log_bytes)

    def _changed(self, changes: Changes) -> None:
        """Called in the writer's thread after a commit."""
        if changes.families <= _CONCERNS_NO_DUTY:
            return
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._react, changes)

    def _react(self, changes: Changes) -> None:
        self._sender.changed(changes)
        if Family.ORDERS in changes.families:
            for duty in (self._expiry, *self._more_duties):
                duty.nudge()
        if changes.families & {Family.PULLS, Family.SHOPS}:
            self._nightly.nudge()
        if Family.SETTINGS in changes.families:
            self._reloading = asyncio.ensure_future(self._follow_settings())

    async def _follow_settings(self) -> None:
        """One change after the other: two at once could leave it listening as neither says."""
        async with self._moving:
            try:
                await self._reload_settings()
                await self._follow_host()
            except Unavailable as error:
                log.warning("The settings stay as they were until they change again: %s", error.message)

    async def _follow_host(self) -> None:
        """Listens where the settings say by now; where it cannot, as before. Raises Unavailable."""
        was, port = self._listens_as, self._server.port
        if was is None or was == self._chosen_host():
            return
        await self.stop_listening()
        try:
            await self.listen(None, port)
        except Unavailable:
            await self._server.start(was, port)
            self._listens_as = was
            raise

    def _chosen_host(self) -> str:
        return EVERYWHERE if self.settings.open_to_network else LOOPBACK

    async def _reload_settings(self) -> None:
        self.settings = settings_from(await self.store.read(read_settings))
        self._rules = _rules_of(self.settings)


def _rules_of(settings: Settings) -> AccessRules:
    return AccessRules(frozenset(settings.allowed_hosts), frozenset(settings.allowed_origins))
