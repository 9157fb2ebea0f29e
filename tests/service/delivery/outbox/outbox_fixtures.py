"""An outbox with claims and records of attempts."""

from __future__ import annotations

from service.delivery.delivery_ports import ClaimResult
from service.delivery.webhook_sender import StoreOutbox
from service.domain.webhooks.events import DeliveryState
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import list_written

W, S, D, F, X = (
    DeliveryState.WAITING, DeliveryState.SENDING, DeliveryState.DELIVERED, DeliveryState.FAILED, DeliveryState.SKIPPED
)  # fmt: skip


async def claim(
    box: StoreOutbox, clock: FakeClock, room: dict[int, int] | None = None, room_else: int = 100
) -> ClaimResult:
    return await box.claim(clock.now(), room or {}, room_else)


def states(floor: ShopFixture) -> list[DeliveryState]:
    return [delivery.state for delivery in list_written(floor)]
