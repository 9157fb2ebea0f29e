"""The link to a marketplace for the window."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING

from bridge.gateway.store_gateway import ServiceCaller, StoreGateway, mapped_errors
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
from service.domain.sentences import message
from service.domain.times import Clock
from service.domain.webhooks.webhook_secrets import Secret
from service.store import shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import action_queue, links, mirror, pushed_items
from service.store.link.action_queue import Queued
from service.usecases.link import edit_link
from service.usecases.link.ask_marketplace import can_withdraw, withdraw_action
from service.usecases.link.edit_link import begin_practice, end_practice
from service.usecases.link.report_link import read_state
from ui.backend.marketplace_port import FoundMarketplace, LinkLine, LinkView, WaitingLine

if TYPE_CHECKING:
    from service.link.upstream_check import UpstreamCheck
    from service.service import Service

_MOST_WAITING = 20


class MarketplaceBackend:
    """Carries out ui.backend.marketplace_port.Marketplace."""

    def __init__(self, store_gateway: StoreGateway, clock: Clock, service_caller: ServiceCaller) -> None:
        self._store_gateway = store_gateway
        self._clock = clock
        self._service_caller = service_caller

    def view(self, shop: int) -> Future[LinkView | None]:
        def read(db: ReadTx) -> LinkView | None:
            link = links.find_link(db, shop)
            return None if link is None else self._view(db, link)

        return self._store_gateway.read(read)

    def _view(self, db: ReadTx, link: Link) -> LinkView:
        shop = link.shop_id
        state, text = read_state(db, link, self._clock.now())
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
            waiting=tuple(_waiting_line(queued) for queued in action_queue.list_waiting(db, shop)[:_MOST_WAITING]),
            is_practice=link.practice,
            notices=tuple(LinkLine(order.reference, order.message) for order in mirror.list_shown(db, shop)),
        )

    def check(self, shop: int, url: str, key: str) -> Future[FoundMarketplace]:
        async def work(service: Service) -> FoundMarketplace:
            _, _, check = await self._look(service, shop, url, key)
            return FoundMarketplace(check.orders, check.items, check.event_feed, check.clock_offset)

        return mapped_errors(self._service_caller.call(work))

    def connect(self, shop: int, url: str, key: str) -> Future[None]:
        """Stores the link only after the marketplace has answered."""

        async def work(service: Service) -> None:
            far, secret, _ = await self._look(service, shop, url, key)
            known_shop = await service.store.read(lambda db: shops.get_shop(db, shop))
            await edit_link.set_link(service.store, service.secrets, known_shop, far, secret, now=self._clock.now())

        return mapped_errors(self._service_caller.call(work))

    async def _look(
        self, service: Service, shop: int, url: str, key: str
    ) -> tuple[UpstreamAddress, Secret, UpstreamCheck]:
        """Checks what the owner entered, then asks the marketplace. Raises Refused, LinkFault."""
        from bridge.system.tls_trust import system_ssl_context  # noqa: PLC0415 - as below
        from service.link.upstream_check import check_address  # noqa: PLC0415 - an HTTP client

        known_shop = await service.store.read(lambda db: shops.get_shop(db, shop))
        far = parse_upstream_address(url)
        if far.needs_word:
            raise Refused(CODE, message("http shows the key to others on this network. Use https://."))
        check_not_here(far, service.settings.port)
        secret = Secret(check_key(key, staging=known_shop.staging))
        await service.store.read(lambda db: edit_link.check_foreign_key(db, secret.text))
        check = await check_address(far.url, secret, tls=system_ssl_context(), clock=self._clock)
        return far, secret, check

    def switch(self, shop: int, on: bool) -> Future[None]:
        return self._store_gateway.change(shop, lambda tx, owner: edit_link.switch_link(tx, owner, on=on))

    def approve(self, shop: int, only_there: OnlyThere) -> Future[None]:
        by = self._store_gateway.author()

        return self._store_gateway.change(
            shop, lambda tx, owner: edit_link.approve(tx, owner, only_there, by=by, now=self._clock.now())
        )

    def retry(self, shop: int) -> Future[None]:
        def work(tx: Tx) -> None:
            pushed_items.unpark(tx, shop, None, self._clock.now())

        return self._store_gateway.write(work)

    def withdraw(self, shop: int, action: int) -> Future[None]:
        return self._store_gateway.change(
            shop, lambda tx, owner: withdraw_action(tx, owner, action, now=self._clock.now())
        )

    def practise(self, shop: int, on: bool) -> Future[None]:
        by = self._store_gateway.author()

        def work(tx: Tx) -> None:
            known_shop, now = shops.get_shop(tx, shop), self._clock.now()
            if on:
                begin_practice(tx, known_shop, now=now)
            else:
                end_practice(tx, known_shop, by=by, now=now)

        return self._store_gateway.write(work)

    def remove(self, shop: int, anyway: bool) -> Future[None]:
        async def work(service: Service) -> None:
            known_shop = await service.store.read(lambda db: shops.get_shop(db, shop))
            await edit_link.remove_link(
                service.store, service.secrets, known_shop, anyway=anyway, now=self._clock.now()
            )

        return mapped_errors(self._service_caller.call(work))


def _waiting_line(queued: Queued) -> WaitingLine:
    return WaitingLine(queued.id, queued.reference, queued.action, queued.at, can_withdraw(queued))
