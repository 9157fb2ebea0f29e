"""The adapter behind the port of alerts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import dataclass

from bridge.gateway.store_gateway import ServiceBackend, mapped_result
from service.domain.alerts import AlertChannel, AlertKind, AlertPost, Heartbeat, PostResult
from service.domain.webhooks.webhook_secrets import SecretStore
from service.store import alert_channels
from service.store.engine.transaction import ReadTx
from service.usecases import edit_alerts
from ui.backend.alerts_port import AlertsState, NewChannel


@dataclass(frozen=True)
class AlertsBackend(ServiceBackend):
    """Carries out ui.backend.alerts_port.Alerts."""

    secrets: SecretStore
    make_post: Callable[[], AlertPost]
    speak: edit_alerts.Speak

    def read(self) -> Future[AlertsState]:
        def work(db: ReadTx) -> AlertsState:
            return AlertsState(tuple(alert_channels.list_channels(db)), alert_channels.find_heartbeat(db))

        return self.gateway.read(work)

    def add(self, new: NewChannel) -> Future[AlertChannel]:
        return self._call(
            lambda service: edit_alerts.add_channel(
                service.store,
                self.secrets,
                self.make_post(),
                new.name,
                new.address,
                new.kinds,
                with_buyer=new.with_buyer,
                now=self.gateway.clock.now(),
            )
        )

    def change(self, channel: int, kinds: Collection[AlertKind], *, with_buyer: bool) -> Future[AlertChannel]:
        return self.gateway.write(lambda tx: edit_alerts.change_channel(tx, channel, kinds, with_buyer=with_buyer))

    def remove(self, channel: int) -> Future[None]:
        removed = self._call(lambda service: edit_alerts.remove_channel(service.store, self.secrets, channel))
        return mapped_result(removed, lambda _channel: None)

    def test(self, channel: int) -> Future[PostResult]:
        return self._call(
            lambda service: edit_alerts.try_channel(
                service.store, self.secrets, self.make_post(), channel, self.speak, self.gateway.clock.now
            )
        )

    def set_heartbeat(self, address: str, minutes: int) -> Future[Heartbeat]:
        return self._call(lambda service: edit_alerts.set_heartbeat(service.store, self.secrets, address, minutes))

    def remove_heartbeat(self) -> Future[None]:
        removed = self._call(lambda service: edit_alerts.remove_heartbeat(service.store, self.secrets))
        return mapped_result(removed, lambda _was_there: None)
