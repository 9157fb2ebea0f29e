"""The adapter behind the port of alerts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from bridge.gateway.store_gateway import ServiceCaller, StoreGateway, mapped_errors
from service.domain.alerts import AlertChannel, AlertKind, AlertPost, Heartbeat, PostResult
from service.domain.times import Clock
from service.domain.webhooks.webhook_secrets import SecretStore
from service.store import alert_channels
from service.store.engine.transaction import ReadTx
from service.usecases import edit_alerts
from ui.backend.alerts_port import AlertsState, NewChannel

if TYPE_CHECKING:
    from service.service import Service

T = TypeVar("T")


class AlertsBackend:
    """Carries out ui.backend.alerts_port.Alerts."""

    def __init__(
        self,
        store_gateway: StoreGateway,
        clock: Clock,
        caller: ServiceCaller,
        secrets: SecretStore,
        make_post: Callable[[], AlertPost],
        speak: edit_alerts.Speak,
    ) -> None:
        self._store_gateway, self._clock, self._caller = store_gateway, clock, caller
        self._secrets, self._make_post, self._speak = secrets, make_post, speak

    def read(self) -> Future[AlertsState]:
        def work(db: ReadTx) -> AlertsState:
            return AlertsState(tuple(alert_channels.list_channels(db)), alert_channels.find_heartbeat(db))

        return self._store_gateway.read(work)

    def add(self, new: NewChannel) -> Future[AlertChannel]:
        async def work(service: Service) -> AlertChannel:
            return await edit_alerts.add_channel(
                service.store,
                self._secrets,
                self._make_post(),
                new.name,
                new.address,
                new.kinds,
                with_buyer=new.with_buyer,
                now=self._clock.now(),
            )

        return self._call(work)

    def change(self, channel: int, kinds: Collection[AlertKind], *, with_buyer: bool) -> Future[AlertChannel]:
        return self._store_gateway.write(
            lambda tx: edit_alerts.change_channel(tx, channel, kinds, with_buyer=with_buyer)
        )

    def remove(self, channel: int) -> Future[None]:
        async def work(service: Service) -> None:
            await edit_alerts.remove_channel(service.store, self._secrets, channel)

        return self._call(work)

    def test(self, channel: int) -> Future[PostResult]:
        async def work(service: Service) -> PostResult:
            return await edit_alerts.try_channel(
                service.store, self._secrets, self._make_post(), channel, self._speak, self._clock.now
            )

        return self._call(work)

    def set_heartbeat(self, address: str, minutes: int) -> Future[Heartbeat]:
        async def work(service: Service) -> Heartbeat:
            return await edit_alerts.set_heartbeat(service.store, self._secrets, address, minutes)

        return self._call(work)

    def remove_heartbeat(self) -> Future[None]:
        async def work(service: Service) -> None:
            await edit_alerts.remove_heartbeat(service.store, self._secrets)

        return self._call(work)

    def _call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        return mapped_errors(self._caller.call(work))
