"""The headless service: store, HTTP edge, scheduled tasks, links and webhooks, wired together."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aiohttp import web

from service.api.checks.access import AccessRules, is_loopback, make_access_rules
from service.api.checks.rate_limits import CALLS_PER_WINDOW, KeyRateLimiter
from service.api.counter_pairing import CounterPairing
from service.api.edge import Edge, Routes
from service.api.event_handlers import EventHandlers, HeldCalls
from service.api.http_server import ALL_INTERFACES, LOOPBACK, HttpServer, RequestHandlerFunction
from service.api.item_handlers import ItemHandlers
from service.api.metrics import Metrics
from service.api.openapi.description import read_description
from service.api.order_handlers import ListHandlers, OrderHandlers
from service.api.pairing import PATH as PAIRING_PATH
from service.api.pairing import PairingCodes, PairingHandler
from service.api.pairing_requests import CodeAnswerer
from service.api.server_tls import CertificateSource, ServerTls
from service.api.staging_handlers import StagingHandlers
from service.delivery.secret_stores import NoSecretStore, SecretCache
from service.delivery.webhook_sender import SenderOptions, WebhookSender
from service.domain.audit import Actor, Origin
from service.domain.certificate import ServerCertificate, make_till_address
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.domain.sentences import EMPTY, Sentence
from service.domain.settings import Settings, parse_settings
from service.domain.times import Clock, Millis
from service.domain.webhooks.retries import RETRY_AFTER
from service.link.action_gate import MarketplaceGate
from service.link.link_runner import LinkPorts, LinksSupervisor, Practice
from service.pull.places.place_port import NoPlaces, Places
from service.schedule.audit_watch import AuditWatch
from service.schedule.clock_guard import ClockGuard, ClockWatch
from service.schedule.database_watch import DatabaseWatch
from service.schedule.nightly_pull import NightlyPull
from service.schedule.order_expiry import OrderExpiry
from service.schedule.periodic_task import PeriodicTask, Step
from service.schedule.pruning import (
    ActionPruning,
    AnswerPruning,
    CallLogPruning,
    CallLogRetention,
    ChangeMerging,
    EventPruning,
    HistoryPruning,
)
from service.schedule.search_indexing import SearchIndexing
from service.schedule.watched_files import WatchedFiles
from service.store.engine.store import Database, Store
from service.store.settings import read_settings
from service.store.webhooks.event_feed import FeedEvent, list_kinds_after
from service.usecases.edit_shop import ensure_first_shop

_NEVER: frozenset[ChangeKind] = frozenset()
_LOOK_AGAIN_S = 1.0
_OF_ORDERS = frozenset({ChangeKind.ORDERS})
_OF_PULLS = frozenset({ChangeKind.PULLS, ChangeKind.SHOPS})
log = logging.getLogger(__name__)

_IGNORED_KINDS = frozenset({ChangeKind.CALLS})
"""What every call changes: the event loop need not be woken a second time for it."""


def make_routes(
    store: Store,
    clock: Clock,
    gate: MarketplaceGate,
    check_clock: Callable[[], Awaitable[None]],
    held_calls: HeldCalls,
    pairing: PairingCodes,
) -> Routes:
    """The routes below /v1, with handlers of their own."""
    items, orders = ItemHandlers(store), OrderHandlers(store, gate, check_clock)
    lists, staging = ListHandlers(store), StagingHandlers()
    events = EventHandlers(store, clock, held_calls)
    pairing_handler = PairingHandler(pairing, clock.monotonic)
    return Routes(
        {
            "/v1/items": {"GET": items.read_page, "POST": items.upload},
            "/v1/items/{sku}": {"GET": items.read_one},
            "/v1/branches": {"GET": lists.list_branches},
            "/v1/rfqs": {"GET": lists.list_rfqs},
            "/v1/orders": {"GET": orders.list_orders},
            "/v1/orders/{order}": {"GET": orders.read_one},
            "/v1/orders/{order}/{action}": {"POST": orders.act},
            "/v1/test/orders": {"POST": staging.place_order},
            "/v1/test/orders/{order}/expire": {"POST": staging.expire_order},
            "/v1/test/rfqs": {"POST": staging.receive_rfq},
            "/v1/test/events": {"POST": staging.send_event},
            "/v1/events": {"GET": events.read},
            "/v1/openapi.json": {"GET": read_description},
        },
        {PAIRING_PATH: pairing_handler.answer},
        pairing_handler.see,
    )


@dataclass(frozen=True, slots=True)
class ScheduledTask:
    """A task, the commits that wake it, whether it is woken after the PC slept, and whether of
    several services only the leader does it.
    """

    task: PeriodicTask
    wakes_on: frozenset[ChangeKind] = _NEVER
    wakes_on_resume: bool = True
    on_stop: Callable[[], Awaitable[None]] | None = None
    is_of_leader: bool = False


def make_tasks(
    store: Store,
    led: Store,
    guard: ClockGuard,
    *,
    read_retention: Callable[[], CallLogRetention],
    on_resumed: Callable[[], None],
    check_certificate: Step,
    check_database: Step,
) -> list[ScheduledTask]:
    """The service's own tasks, in the order of their start. Their clock is the guard, whose time
    does not jump; what they delete for its age asks `read_cutoff`. `led` is for the leader's.
    """

    def make(
        name: str, step: Step, wakes_on: frozenset[ChangeKind] = _NEVER, *, wakes_on_resume: bool = True
    ) -> ScheduledTask:
        return ScheduledTask(PeriodicTask(name, guard, step), wakes_on, wakes_on_resume)

    def make_led(name: str, step: Step, wakes_on: frozenset[ChangeKind] = _NEVER) -> ScheduledTask:
        return ScheduledTask(PeriodicTask(name, guard, step), wakes_on, is_of_leader=True)

    return [
        make("Checking the clock", guard.step, frozenset({ChangeKind.SETTINGS}), wakes_on_resume=False),
        make_led("Cancelling overdue orders", OrderExpiry(led, guard).step, frozenset({ChangeKind.ORDERS})),
        make_led("Pruning the call log", CallLogPruning(led, guard, read_retention).step),
        make_led("Pruning events", EventPruning(led, guard).step),
        make_led("Pruning actions of links", ActionPruning(led, guard).step),
        make_led("Pruning the history", HistoryPruning(led, guard).step),
        make_led("Pruning kept answers", AnswerPruning(led, guard).step),
        make_led("Merging changes", ChangeMerging(led, guard).step),
        make("Filing items for the search", SearchIndexing(store, guard).step),
        make("Looking at the certificate", check_certificate),
        make("Storing the head of the audit", AuditWatch(store, guard).step, frozenset({ChangeKind.AUDIT})),
        make("Watching the clock", ClockWatch(guard, on_resumed).check, wakes_on_resume=False),
        make("Watching the database's files", check_database, wakes_on_resume=False),
    ]


def _ignore(_sentence: Sentence) -> None:
    """Ignores what is in the log too, where there is no window."""


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """Where the data is, and replacements of the real parts for tests.

    `rate_limit` None removes the limit, for measuring. Without `secrets` nothing is posted; without
    `tls` https trusts whom OpenSSL trusts; without `certificate` calls are not encrypted.
    `retry_after` are the waits between the attempts of a delivery (contract §6.4). `on_alarm` is
    called in the event loop with the reason when the service begins to refuse every call,
    `on_fault` with why nothing can be saved, and with EMPTY when that is over. `before_answer`
    delays each answer, for `practice`.
    `actor` is named in the audit. Without `places` no file at an address is read.
    """

    database: Path
    clock: Clock
    rate_limit: int | None = CALLS_PER_WINDOW
    secrets: SecretCache | None = None
    tls: ssl.SSLContext | None = None
    certificate: CertificateSource | None = None
    retry_after: Sequence[Millis] = RETRY_AFTER
    on_alarm: Callable[[Sentence], None] = _ignore
    on_fault: Callable[[Sentence], None] = _ignore
    is_damaged: Callable[[], bool] = lambda: False
    practice: Practice | None = None
    before_answer: Callable[[], Awaitable[None]] | None = None
    actor: Actor = Actor.PROGRAM
    places: Places | None = None
    metrics_at: tuple[str, int] | None = None
    """Host and port of `GET /metrics`."""
    computer: str = ""
    """This one's name."""
    engine: Database | None = None
    """The database of another engine; `database` is then only the place of files next to it."""


def make_pull_tasks(store: Store, led: Store, guard: ClockGuard, options: ServiceOptions) -> list[ScheduledTask]:
    """The nightly and watched files. Where services of other computers use the same data, each
    reads the files at its own paths, and the leader what is at addresses.
    """
    places = options.places or NoPlaces()

    def make(store: Store, of: str | None, *, is_of_leader: bool) -> list[ScheduledTask]:
        steps = {
            "The nightly pull": NightlyPull(store, guard, None, places, of).step,
            "Watching the nightly file": WatchedFiles(store, guard, places, of).step,
        }
        where = f" of {of}" if of else ""
        return [
            ScheduledTask(PeriodicTask(f"{name}{where}", guard, step), _OF_PULLS, is_of_leader=is_of_leader)
            for name, step in steps.items()
        ]

    if not store.is_shared or not options.computer:
        return make(led, None, is_of_leader=True)
    return [*make(led, "", is_of_leader=True), *make(store, options.computer, is_of_leader=False)]


@cache
def _default_tls() -> ssl.SSLContext:
    """Trusts whom OpenSSL trusts. Reading that list takes some 40 ms, so it is read once."""
    return ssl.create_default_context()


def _delay_answers(
    answer: RequestHandlerFunction, before: Callable[[], Awaitable[None]] | None
) -> RequestHandlerFunction:
    if before is None:
        return answer

    async def answer_later(request: web.BaseRequest) -> web.StreamResponse:
        await before()
        return await answer(request)

    return answer_later


class Service:
    """Runs in one event loop, from `start` to `stop`."""

    def __init__(self, options: ServiceOptions) -> None:
        """Opens the database; creates or upgrades it first. Raises Unavailable."""
        self.store = Store(options.database, options.engine)
        self._options = options
        self._beginning: asyncio.Task[None] | None = None
        self.store.set_origin(Origin(options.actor, options.clock.now))
        self.settings = Settings()
        self._access_rules = make_access_rules(self.settings)
        self.secrets = options.secrets or SecretCache(NoSecretStore())
        self._tls = options.tls or _default_tls()
        self.guard = ClockGuard(self.store, options.clock)
        """The time of everything here that is due, expires or is tried again."""

        def make_link_duty(name: str, step: Step) -> PeriodicTask:
            return PeriodicTask(name, self.guard, step)

        self._term: int | None = None
        self.led_store = self.store.for_leader(lambda: self._term)
        """For what only the leader of several services does."""
        link_ports = LinkPorts(self.store, self.guard, self._tls, self.secrets, make_link_duty)
        self.links = LinksSupervisor(link_ports, options.practice)
        self._held_calls = HeldCalls(self._read_event_kinds)
        self.gate = MarketplaceGate(self.store, self.links, self.guard.check)
        self.pairing = PairingCodes(options.clock.monotonic)
        self.routes = make_routes(self.store, self.guard, self.gate, self.guard.check, self._held_calls, self.pairing)
        self._edge = Edge(
            self.store,
            self.guard,
            self.routes,
            self._read_access_rules,
            rates=KeyRateLimiter(options.rate_limit),
        )
        self.tls = ServerTls(options.certificate, self.guard)
        self.counters = CounterPairing(self.store, options.clock, ServerTls(options.certificate, self.guard))
        self._code_answerer = CodeAnswerer(
            self.store, options.clock, self.pairing, self.tls.get_certificate, self.counters.open_code
        )
        answer = _delay_answers(self._edge.answer, options.before_answer)
        self.metrics = Metrics(self.store, self.guard)
        self._server = HttpServer(
            answer if options.metrics_at is None else self.metrics.count(answer), tls=lambda: self.tls.context
        )
        self.tasks = make_pull_tasks(self.store, self.led_store, self.guard, options) + make_tasks(
            self.store,
            self.led_store,
            self.guard,
            read_retention=self._read_retention,
            on_resumed=self.on_resumed,
            check_certificate=self.tls.step,
            check_database=DatabaseWatch(
                self.store, self.guard, self._on_database_loss, options.on_fault, is_damaged=options.is_damaged
            ).step,
        )
        self._sender = self._make_sender(None)
        self._term_lock = asyncio.Lock()
        self._is_working = self._is_reload_waiting = False
        self.alarm: Sentence = EMPTY
        self._listen_host: str | None = None
        self._listen_lock = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reloading: asyncio.Future[None] | None = None
        self._following: asyncio.Future[None] | None = None
        self.on_settings_applied: Callable[[], None] = lambda: None
        """Called in the event loop when changed settings are in use."""

    @property
    def till_address(self) -> str:
        """The address for a till: the first allowed name if the network may call, else this PC."""
        if not self.address:
            return ""
        if self._listen_host != ALL_INTERFACES:
            return make_till_address((), self._server.port)
        return make_till_address(
            self.settings.allowed_hosts, self._server.port, encrypted=self._access_rules.encrypted_only
        )

    @property
    def address(self) -> str:
        """Where it listens, as `http://127.0.0.1:8710`; empty while it does not."""
        return self._server.address

    async def start(self, host: str | None = None, port: int | None = None) -> None:
        """Starts its tasks and listens. Raises PortInUse, Unavailable."""
        await self.start_tasks()
        await self.listen(host, port)

    async def start_tasks(self) -> None:
        """Starts every task except listening, so that due work goes on even if the port is in use.
        Raises Unavailable, but waits for a database of another engine meanwhile.
        """
        self._loop = asyncio.get_running_loop()
        if self._options.metrics_at is not None:
            try:
                await self.metrics.start(*self._options.metrics_at)
            except Unavailable as fault:
                log.warning("There are no metrics: %s", fault.message)
        try:
            await self._begin_work()
        except Unavailable as fault:
            if self._options.engine is None:
                raise
            log.warning("The service begins its work when the database is there: %s", fault.message)
            self._beginning = asyncio.create_task(self._begin_later())

    async def _begin_later(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_AGAIN_S)
            with suppress(Unavailable):
                await self._begin_work()
                await self._apply_settings()
                return

    async def _begin_work(self) -> None:
        await asyncio.to_thread(self.store.serve, self._on_term)
        await self.store.write(lambda tx: ensure_first_shop(tx, self.guard.now()))
        await self._reload_settings()
        await self._code_answerer.delete_leftover()
        await self.guard.check()
        self.store.subscribe(self._on_commit)
        for scheduled in self.tasks:
            if not scheduled.is_of_leader:
                scheduled.task.start()
        self.links.start()
        self._is_working = True
        await self._follow_term()

    def _on_term(self) -> None:
        """Called in any thread when this service leads, or no longer."""
        self._call_in_loop(self._begin_to_follow)

    def _begin_to_follow(self) -> None:
        self._following = asyncio.ensure_future(self._follow_term_or_log())

    async def _follow_term_or_log(self) -> None:
        try:
            await self._follow_term()
        except Exception:
            log.exception("What only the leader does did not begin or end")

    async def _follow_term(self) -> None:
        """Begins or ends what only the leader does."""
        async with self._term_lock:
            term = self.store.term if self._is_working else None
            if term == self._term:
                return
            led = [scheduled.task for scheduled in self.tasks if scheduled.is_of_leader]
            self.links.follow_term()
            if self._term is not None:
                await asyncio.gather(self._sender.stop(), *(task.stop() for task in led))
            # What is still under way until here is of the term before.
            self._term = term
            if term is not None:
                self._sender = self._make_sender(term)
                for task in led:
                    task.start()
                self._sender.start()

    def _make_sender(self, term: int | None) -> WebhookSender:
        store = self.store.for_leader(lambda: term)
        return WebhookSender(store, self.secrets, self.guard, SenderOptions(self._tls, self._options.retry_after))

    def add_task(
        self,
        name: str,
        step: Step,
        wakes_on: frozenset[ChangeKind] = _OF_ORDERS,
        on_stop: Callable[[], Awaitable[None]] | None = None,
        *,
        is_of_leader: bool = False,
    ) -> None:
        """Adds one more task, woken by every commit that changes these kinds; its clock is `guard`.
        Call it before `start`. `on_stop` is awaited when the task has ended.
        """
        task = PeriodicTask(name, self.guard, step)
        self.tasks.append(
            ScheduledTask(task, wakes_on, wakes_on_resume=False, on_stop=on_stop, is_of_leader=is_of_leader)
        )

    async def listen(self, host: str | None = None, port: int | None = None) -> None:
        """Listens, where the settings say. Raises PortInUse, Unavailable; may be tried again."""
        chosen = self._read_host()
        await self._prepare_tls(host or chosen)
        self._held_calls.open()
        await self._server.start(host or chosen, self.settings.port if port is None else port)
        self._listen_host = None if host else chosen

    async def _prepare_tls(self, host: str) -> None:
        await self.tls.prepare(wanted=not is_loopback(host), allowed_hosts=self.settings.allowed_hosts)

    async def stop_listening(self) -> None:
        """Stops accepting calls and finishes those in progress; every other task goes on."""
        self._listen_host = None
        self._held_calls.close()
        await self._server.stop()

    async def stop(self) -> None:
        """Stops accepting, finishes what is in progress, closes the database."""
        try:
            await self._end_work()
        finally:
            await asyncio.get_running_loop().run_in_executor(None, self.store.close)

    async def _end_work(self) -> None:
        async with self._listen_lock:
            await self.stop_listening()
        await self.metrics.stop()
        if self._beginning is not None:
            self._beginning.cancel()
            await asyncio.wait([self._beginning])
        self._is_working = False
        if self._following is not None:
            await self._following
        await self._follow_term_or_log()
        await self.links.stop()
        for scheduled in reversed(self.tasks):
            await scheduled.task.stop()
            if scheduled.on_stop is not None:
                await scheduled.on_stop()
        if self._reloading is not None:
            await self._reloading
        await self._held_calls.settle()

    def on_resumed(self) -> None:
        """Checks every deadline again, as the PC slept or its clock jumped."""
        for scheduled in self.tasks:
            if scheduled.wakes_on_resume:
                scheduled.task.wake()
        self._sender.on_resumed()
        self.links.on_resumed()

    def on_secrets_changed(self) -> None:
        """Tries what waits for a secret, in the event loop, as secrets may be readable again."""
        self._sender.on_secrets_changed()

    def _on_database_loss(self, sentence: Sentence) -> None:
        self.alarm = sentence
        self._options.on_alarm(sentence)

    async def _read_event_kinds(self, shop_id: int, after: int) -> list[FeedEvent]:
        return await self.store.read_briefly(lambda db: list_kinds_after(db, shop_id, after))

    def _read_access_rules(self) -> AccessRules:
        return self._access_rules

    def _read_retention(self) -> CallLogRetention:
        return CallLogRetention(self.settings.log_days, self.settings.log_bytes)

    def _on_commit(self, changes: Changes) -> None:
        """Called in a writer's thread after a commit, maybe by two at once."""
        if not changes.kinds <= _IGNORED_KINDS:
            self._call_in_loop(lambda: self._on_changes(changes))

    def _call_in_loop(self, work: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work)

    def _on_changes(self, changes: Changes) -> None:
        self._sender.on_changes(changes)
        self.links.on_changes(changes)
        self.gate.on_changes(changes)
        if changes.kinds & {ChangeKind.EVENTS, ChangeKind.HISTORY}:
            self._held_calls.on_events(only_items=ChangeKind.EVENTS not in changes.kinds)
        for scheduled in self.tasks:
            if changes.kinds & scheduled.wakes_on:
                scheduled.task.wake()
        if ChangeKind.SETTINGS in changes.kinds and not self._is_reload_waiting:
            self._is_reload_waiting = True
            self._reloading = asyncio.ensure_future(self._apply_settings())

    async def read_certificate(self) -> ServerCertificate | None:
        """The certificate by changed settings; None while it is closed. Raises Unavailable."""
        if self._reloading is not None:
            await asyncio.shield(self._reloading)
        return self.tls.get_certificate()

    async def open_pairing(self, shop_id: int) -> str:
        """A new pairing code for a shop (contract §5.2). Raises Unavailable."""
        certificate = await self.read_certificate()
        return await self.pairing.open(shop_id, "" if certificate is None else certificate.pin)

    async def _apply_settings(self) -> None:
        """Applies one change after the other: two at once could end with neither setting."""
        async with self._listen_lock:
            self._is_reload_waiting = False
            try:
                await self._reload_settings()
                await self._apply_host()
                await self._code_answerer.answer()
                self.on_settings_applied()
            except Unavailable as error:
                log.warning("The settings stay as they were until they change again: %s", error.message)

    async def _apply_host(self) -> None:
        """Listens where the settings now say; if that fails, as before. Raises Unavailable."""
        was, port = self._listen_host, self._server.port
        if was is None or was == self._read_host():
            await self.tls.prepare(wanted=self.tls.is_wanted, allowed_hosts=self.settings.allowed_hosts)
            return
        await self.stop_listening()
        try:
            await self.listen(None, port)
        except Unavailable:
            await self._prepare_tls(was)
            self._held_calls.open()
            await self._server.start(was, port)
            self._listen_host = was
            raise

    def _read_host(self) -> str:
        return ALL_INTERFACES if self.settings.open_to_network else LOOPBACK

    async def _reload_settings(self) -> None:
        self.settings = parse_settings(await self.store.read(read_settings))
        self._access_rules = make_access_rules(self.settings)
