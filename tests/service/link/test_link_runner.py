"""Starting and ending the links that the database asks for (service.link.link_runner)."""

from __future__ import annotations

import asyncio
import contextlib

from service.domain.link.link_state import parse_upstream_address
from service.domain.webhooks.webhook_secrets import Secret
from service.link.link_runner import LinkPorts, LinksSupervisor, Step
from service.usecases.link import edit_link
from tests.fakes.certificates import openssl_trust
from tests.fakes.linked_pair import KeyRing, StillDuty
from tests.fakes.shop_fixture import ShopFixture

PLACE = "http://127.0.0.1:9"


class LateDuty(StillDuty):
    """A duty that ends when the test lets it."""

    def __init__(self, step: Step, may_end: asyncio.Event) -> None:
        super().__init__(step)
        self._may_end = may_end
        self.ending = asyncio.Event()
        self.ended = False

    async def stop(self) -> None:
        self.ending.set()
        await self._may_end.wait()
        self.ended = True


async def test_a_link_whose_end_was_interrupted_is_ended_with_the_rest(shop: ShopFixture) -> None:
    keys, may_end = KeyRing(), asyncio.Event()
    duties: dict[str, LateDuty] = {}

    def make_duty(name: str, step: Step) -> LateDuty:
        duties[name] = LateDuty(step, may_end)
        return duties[name]

    supervisor = LinksSupervisor(LinkPorts(shop.store, shop.clock, openssl_trust(), keys, make_duty))
    await edit_link.set_link(
        shop.store, keys, shop.shop, parse_upstream_address(PLACE), Secret("cp_live_x"), now=shop.clock.now()
    )
    shop.store.serve(lambda: None)
    await supervisor.step()
    shop.write(lambda tx: edit_link.switch_link(tx, shop.shop, on=False))
    interrupted = asyncio.create_task(supervisor.step())
    await duties[f"Orders, link of shop {shop.shop.id}"].ending.wait()
    interrupted.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await interrupted
    may_end.set()
    await supervisor.stop()
    assert [name for name, duty in duties.items() if not duty.ended] == []
    assert not supervisor.is_linked(shop.shop.id)
