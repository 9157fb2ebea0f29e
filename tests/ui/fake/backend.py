"""The whole fake backend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bridge.gateway.keys_backend import KeysBackend
from bridge.gateway.people_backend import AuditBackend, PeopleBackend
from bridge.gateway.settings_backend import SettingsBackend
from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import ListedOrder
from tests.ui.fake.answers import Answers
from tests.ui.fake.counter.fake_orders import FakeCatalogue, FakeOrders
from tests.ui.fake.counter.fake_shops import FakeHost, FakeOverviews, FakeShops
from tests.ui.fake.fake_alerts import FakeAlerts
from tests.ui.fake.fake_calls import FakeCalls
from tests.ui.fake.fake_clock import FakeClock
from tests.ui.fake.fake_counters import FakeCounters
from tests.ui.fake.fake_data import FakeData
from tests.ui.fake.fake_marketplace import FakeMarketplace
from tests.ui.fake.fake_network import FakeNetwork
from tests.ui.fake.fake_pulls import FakePulls
from tests.ui.fake.fake_webhooks import FakeWebhooks
from tests.ui.fake.history.fake_history import FakeHistories
from tests.ui.printing.fake_reports import FakeReports
from tests.ui.ready_shop import ReadyShop
from ui.backend.host_port import HostStatus

Ring = Callable[[int, ListedOrder, bool], None]


@dataclass(slots=True)
class _FakeSubscription:
    """Ends a subscription. As the real one, it takes no weak reference."""

    end: Callable[[], None]

    def close(self) -> None:
        self.end()


class FakeBackend:
    """`world` is what it knows, `answers` how it answers; it satisfies `ui.backend.Backend`."""

    def __init__(self, clock: FakeClock | None = None) -> None:
        self.answers = Answers()
        self.world = FakeData(self.answers, clock or FakeClock())
        self.shops = FakeShops(self.world)
        self.host = FakeHost(self.world)
        self.overview = FakeOverviews(self.world)
        self.orders = FakeOrders(self.world)
        self.catalogue = FakeCatalogue(self.world)
        self.ready = ReadyShop(self.answers, self.world.clock, self._publish)
        self.world.starts_with_pc = lambda: self.ready.computer.starts_at_login
        self.pulls = FakePulls(self.world)
        self.webhooks = FakeWebhooks(self.world)
        self.calls = FakeCalls(self.world)
        self.marketplace = FakeMarketplace(self.world)
        self.network = FakeNetwork(self.world)
        self.counters = FakeCounters(self.world)
        self.alerts = FakeAlerts(self.world)
        self.reports = FakeReports(self.world)
        self.histories = FakeHistories(self.world)
        self._rings: list[Ring] = []

    @property
    def keys(self) -> KeysBackend:
        return self.ready.keys

    @property
    def audit(self) -> AuditBackend:
        return self.ready.audit

    @property
    def people(self) -> PeopleBackend:
        return self.ready.people

    @property
    def settings(self) -> SettingsBackend:
        return self.ready.settings

    def close(self) -> None:
        """Closes the database and deletes it."""
        self.ready.close()

    def _publish(self, changes: Changes) -> None:
        for listener in list(self.world.listeners):
            listener(changes)

    def on_changes(self, listener: Callable[[Changes], None]) -> _FakeSubscription:
        self.world.listeners.append(listener)
        return _FakeSubscription(lambda: self.world.listeners.remove(listener))

    def on_host(self, listener: Callable[[HostStatus], None]) -> _FakeSubscription:
        self.world.host_listeners.append(listener)
        return _FakeSubscription(lambda: self.world.host_listeners.remove(listener))

    def on_ring(self, listener: Ring) -> _FakeSubscription:
        self._rings.append(listener)
        return _FakeSubscription(lambda: self._rings.remove(listener))

    def tell(self, *families: ChangeKind) -> None:
        """Word of a commit."""
        self.world.publish(*families)

    def publish_host(self, status: HostStatus) -> None:
        """The service begins to listen, stops, or meets a taken port."""
        self.world.publish_host(status)

    def ring(self, shop: int, order: ListedOrder, *, lapsing: bool = False) -> None:
        """A new order, or one about to lapse."""
        for listener in list(self._rings):
            listener(shop, order, lapsing)

    def ring_listener_count(self) -> int:
        """How many listen for orders."""
        return len(self._rings)
