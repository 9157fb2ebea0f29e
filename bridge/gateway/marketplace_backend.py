"""The link to a marketplace for the window."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING

from bridge.gateway.store_gateway import ServiceBackend
from service.domain.errors import Refused
from service.domain.link.link_state import (
    CODE,
    Link,
    UpstreamAddress,
    check_key,
    check_not_here,
    parse_upstream_address,
)
from service.domain.link.rehearsal import OnlyThere, read_report
from service.domain.shops import Shop
from service.domain.webhooks.webhook_secrets import Secret
from service.store.engine.transaction import ReadTx
from service.store.link import action_queue, links, mirror, pushed_items
from service.usecases.link import edit_link
from service.usecases.link.ask_marketplace import can_withdraw, withdraw_action
from service.usecases.link.edit_link import begin_practice, end_practice
from service.usecases.link.report_link import read_state
from ui.backend.marketplace_port import FoundMarketplace, LinkLine, LinkView, WaitingLine

if TYPE_CHECKING:
    from service.link.upstream_check import UpstreamCheck
    from service.service import Service

_MOST_WAITING = 20


class MarketplaceBackend(ServiceBackend):
    """Carries out ui.backend.marketplace_port.Marketplace."""

    def view(self, shop: int) -> Future[LinkView | None]:
        def read(db: ReadTx) -> LinkView | None:
            link = links.find_link(db, shop)
            return None if link is None else self._view(db, link)

        return self.gateway.read(read)

    def _view(self, db: ReadTx, link: Link) -> LinkView:
        shop = link.shop_id
        state, text = read_state(db, link, self.gateway.clock.now())
        items, items_since = pushed_items.count_waiting(db, shop)
        actions, actions_since = action_queue.count_waiting(db, shop)
        report = links.read_text(db, shop, "rehearsal")
        parked = [LinkLine(item.sku, item.message) for item in pushed_items.list_parked(db, shop, 50)]
        aside = [LinkLine(order.name, order.message) for order in mirror.list_set_aside(db, shop)[:50]]
        return LinkView(
            url=link.url,
            state=state,
            text=text,
            is_on=link.is_on,
            approved=link.approved,
            last_answer_at=link.last_answer_at,
            to_push=items,
            actions_waiting=actions,
            oldest_waiting_at=min((at for at in (items_since, actions_since) if at is not None), default=None),
            mirrored_open=mirror.count_open(db, shop),
            event_feed=link.event_feed,
            compared_at=link.compared_at,
            rehearsal=None if report is None else read_report(report),
            parked=(*parked, *aside),
            waiting=tuple(
                WaitingLine(queued.id, queued.reference, queued.action, queued.at, can_withdraw(queued))
                for queued in action_queue.list_waiting(db, shop)[:_MOST_WAITING]
            ),
            is_practice=link.practice,
            notices=tuple(LinkLine(order.reference, order.message) for order in mirror.list_shown(db, shop)),
        )

    def check(self, shop: int, url: str, key: str) -> Future[FoundMarketplace]:
        async def work(service: Service, owner: Shop) -> FoundMarketplace:
            _, _, check = await self._look(service, owner, url, key)
            return FoundMarketplace(check.orders, check.items, check.event_feed, check.clock_offset)

        return self._call_about(shop, work)

    def connect(self, shop: int, url: str, key: str) -> Future[None]:
        """Stores the link only after the marketplace has answered."""

        async def work(service: Service, owner: Shop) -> None:
            far, secret, _ = await self._look(service, owner, url, key)
            now = self.gateway.clock.now()
            await edit_link.set_link(service.store, service.secrets, owner, far, secret, now=now)

        return self._call_about(shop, work)

    async def _look(
        self, service: Service, shop: Shop, url: str, key: str
    ) -> tuple[UpstreamAddress, Secret, UpstreamCheck]:
        """Checks what the owner entered, then asks the marketplace. Raises Refused, LinkFault."""
        from bridge.system.tls_trust import system_ssl_context  # noqa: PLC0415 - as below
        from service.link.upstream_check import check_address  # noqa: PLC0415 - an HTTP client

        far = parse_upstream_address(url)
        if far.needs_word:
            raise Refused.saying(CODE, "http shows the key to others on this network. Use https://.")
        check_not_here(far, service.settings.port)
        secret = Secret(check_key(key, staging=shop.staging))
        await service.store.read(lambda db: edit_link.check_foreign_key(db, secret.text))
        check = await check_address(far.url, secret, tls=system_ssl_context(), clock=self.gateway.clock)
        return far, secret, check

    def switch(self, shop: int, on: bool) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_link.switch_link(w.tx, w.shop, on=on))

    def approve(self, shop: int, only_there: OnlyThere) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_link.approve(w.tx, w.shop, only_there, by=w.by, now=w.now))

    def retry(self, shop: int) -> Future[None]:
        return self.gateway.change(shop, lambda w: pushed_items.unpark(w.tx, shop, None, w.now))

    def withdraw(self, shop: int, action: int) -> Future[None]:
        return self.gateway.change(shop, lambda w: withdraw_action(w.tx, w.shop, action, now=w.now))

    def practise(self, shop: int, on: bool) -> Future[None]:
        if on:
            return self.gateway.change(shop, lambda w: begin_practice(w.tx, w.shop, now=w.now))
        return self.gateway.change(shop, lambda w: end_practice(w.tx, w.shop, by=w.by, now=w.now))

    def remove(self, shop: int, anyway: bool) -> Future[None]:
        async def work(service: Service, owner: Shop) -> None:
            now = self.gateway.clock.now()
            await edit_link.remove_link(service.store, service.secrets, owner, anyway=anyway, now=now)

        return self._call_about(shop, work)
