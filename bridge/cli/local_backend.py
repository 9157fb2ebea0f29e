"""The backend of a command: the ports of the window over the command's own connection.

It is the same with and without a running program: no window's lock asks a command for a PIN, and
the program notices within half a second what a command has changed (contract §8.4). A command loads
the ports that it uses.
"""

# ruff: noqa: PLC0415 - as said above

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from service.domain.marketplace.orders import Action, Decision
from service.domain.times import Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretStore, SecretStoreStatus
from service.store.engine.transaction import ReadTx, Tx
from service.store.shops import get_shop
from service.usecases.edit_settings import read_settings

if TYPE_CHECKING:
    from bridge.cli.session import Session
    from bridge.gateway.pulls_backend import PullsBackend
    from bridge.gateway.store_gateway import StoreGateway
    from service.domain.settings import Settings
    from service.service import Service
    from service.store.engine.store import Store
    from service.store.engine.text_index import TextIndex
    from ui.backend.alerts_port import Alerts
    from ui.backend.catalogue_port import Catalogue
    from ui.backend.history_port import Histories
    from ui.backend.keys_port import Keys
    from ui.backend.marketplace_port import Marketplace
    from ui.backend.orders_port import Orders
    from ui.backend.overview_port import Reports
    from ui.backend.people_port import Audit
    from ui.backend.shops_port import Shops
    from ui.backend.webhooks_port import Webhooks

T = TypeVar("T")
_LOOK_S = 0.2
logging.getLogger("bridge.gateway").addHandler(logging.NullHandler())
"""A command reports each error itself (`command_errors`)."""


def run_now(work: Callable[[], T]) -> Future[T]:
    """The answer of work that is done at once."""
    answer: Future[T] = Future()
    try:
        answer.set_result(work())
    except Exception as error:  # noqa: BLE001 - who asks gets every exception
        answer.set_exception(error)
    return answer


class AtOnce(Executor):
    """Runs work in the command's thread, which has the connection."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:  # noqa: ANN401 - Executor's
        return run_now(lambda: fn(*args, **kwargs))


class CommandStore:
    """What a backend uses of an open store, on the command's connection."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def text_index(self) -> TextIndex:
        from service.store.engine.text_index import FILE_NAME, TextIndex

        return TextIndex(self._session.folder / FILE_NAME)

    @property
    def is_shared(self) -> bool:
        return self._session.is_shared

    def submit_read(self, work: Callable[[ReadTx], T]) -> Future[T]:
        return run_now(lambda: self._session.read(work))

    def submit(self, work: Callable[[Tx], T]) -> Future[T]:
        return run_now(lambda: self._session.write(work))

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        return self._session.read(work)

    async def write(self, work: Callable[[Tx], T]) -> T:
        return self._session.write(work)

    def close(self) -> None:
        if "text_index" in vars(self):
            self.text_index.close()


class LateSecrets:
    """The secret store of this computer, which is opened with its first use: the keyring takes a
    while to load.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def _store(self) -> SecretStore:
        return self._session.secrets

    async def read(self, name: str) -> Secret:
        return await self._store.read(name)

    async def store(self, name: str, secret: Secret) -> None:
        await self._store.store(name, secret)

    async def remove(self, name: str) -> None:
        await self._store.remove(name)

    async def status(self) -> SecretStoreStatus:
        return await self._store.status()


class CommandService:
    """What a backend uses of a running service."""

    def __init__(self, session: Session, store: CommandStore) -> None:
        self._session, self.store, self.secrets = session, store, LateSecrets(session)

    @property
    def gate(self) -> CommandService:
        return self

    @property
    def settings(self) -> Settings:
        return self._session.read(read_settings)

    def call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        """Runs work that needs a loop."""
        import asyncio

        return run_now(lambda: asyncio.run(work(cast("Service", self))))

    async def act(
        self, shop_id: int, reference: str, action: Action, *, reason: str | None, by: str, at: Millis
    ) -> Decision:
        """Acts on an order, and waits at most ten seconds for the running program to get the
        marketplace's answer.
        """
        from service.usecases.act_on_order import act_on_order

        session = self._session
        decision = session.write(
            lambda tx: act_on_order(tx, get_shop(tx, shop_id), reference, action, reason=reason, by=by, now=at)
        )
        return decision if decision.waits_for is None else self._wait_for_marketplace(shop_id, decision)

    def _wait_for_marketplace(self, shop_id: int, decision: Decision) -> Decision:
        from service.link.action_gate import PATIENCE_S, settled

        session = self._session
        until = session.clock.monotonic() + PATIENCE_S
        while decision.waits_for is not None and session.clock.monotonic() < until:
            session.pause(_LOOK_S)
            decision = session.read(lambda db: settled(db, shop_id, decision))  # noqa: B023 - runs at once
        return decision


class LocalBackend:
    """The ports by their names in `ui.backend.protocol.Backend`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._store = CommandStore(session)
        self.service = CommandService(session, self._store)

    @cached_property
    def gateway(self) -> StoreGateway:
        """What the ports read and write with."""
        from bridge.gateway.store_gateway import StoreGateway

        return StoreGateway(
            lambda: cast("Store", self._store), self._session.clock, lambda: self._session.author, workers=AtOnce()
        )

    @property
    def alerts(self) -> Alerts:
        from bridge.alerts.alert_language import AlertLanguage
        from bridge.alerts.apprise_post import ApprisePost
        from bridge.gateway.alerts_backend import AlertsBackend

        speak = AlertLanguage(lambda: self.service.settings.language).speak
        return AlertsBackend(self.gateway, self.service, self.service.secrets, ApprisePost, speak)

    @property
    def audit(self) -> Audit:
        from bridge.gateway.people_backend import AuditBackend

        return AuditBackend(self.gateway, self._session.folder)

    @property
    def catalogue(self) -> Catalogue:
        from bridge.gateway.catalogue_backend import CatalogueBackend

        return CatalogueBackend(self.gateway)

    @property
    def histories(self) -> Histories:
        from bridge.gateway.history_backend import HistoryBackend

        return HistoryBackend(self.gateway)

    @property
    def keys(self) -> Keys:
        from bridge.gateway.keys_backend import KeysBackend

        return KeysBackend(self.gateway)

    @property
    def marketplace(self) -> Marketplace:
        from bridge.gateway.marketplace_backend import MarketplaceBackend

        return MarketplaceBackend(self.gateway, self.service)

    @property
    def orders(self) -> Orders:
        from bridge.gateway.orders_backend import OrdersBackend

        return OrdersBackend(self.gateway, self.service)

    @cached_property
    def pulls(self) -> PullsBackend:
        from bridge.gateway.pulls_backend import PullsBackend

        session = self._session
        return PullsBackend(self.gateway, session.folder, self.service.secrets, str)

    @property
    def reports(self) -> Reports:
        from bridge.gateway.orders_backend import ReportsBackend

        return ReportsBackend(self.gateway)

    @property
    def shops(self) -> Shops:
        from bridge.gateway.shops_backend import ShopsBackend

        return ShopsBackend(self.gateway)

    @property
    def webhooks(self) -> Webhooks:
        from bridge.gateway.webhooks_backend import WebhooksBackend

        return WebhooksBackend(self.gateway, self.service, self.service.secrets)

    def close(self) -> None:
        """Closes what a port has opened."""
        if "pulls" in vars(self):
            self.pulls.close()
        self._store.close()
