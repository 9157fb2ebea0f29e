"""The marketplace's interface as this side uses it: contract §2.7, and the event feed."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from service.domain.link.call_pacing import CallPriority
from service.domain.link.upstream_orders import ReadOrder, UpstreamOrder, in_our_time
from service.domain.marketplace.orders import Action, Status
from service.domain.sentences import Sentence, message
from service.domain.times import Millis
from service.domain.wire import UploadResult
from service.link import upstream_json
from service.link.link_errors import NotUnderstood
from service.link.upstream_client import Reply, UpstreamClient, segment
from service.link.upstream_json import MOST_PAGES, PAGE, UpstreamEvents, UpstreamItem

FEED_WAIT_S = 10
"""With SILENT_S less than the 20 seconds in which a link that is not answered says so."""
_NOT_THERE = 404


@dataclass(frozen=True, slots=True)
class OrdersRead:
    """The orders of a status. `cut`: there are more. `offset` is our clock less upstream's."""

    rows: list[ReadOrder]
    cut: bool
    offset: Millis | None


@dataclass(frozen=True, slots=True)
class ActionReply:
    """The answer to an action: the new status, or why not. `unknown`: there is no such order."""

    status: Status | None
    message: Sentence
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class ItemsPage:
    """A page of the catalogue, and how many items there are in all."""

    items: list[UpstreamItem]
    total: int


class Upstream:
    """The upstream calls. Each method makes one call or a few, and raises LinkFault."""

    def __init__(self, client: UpstreamClient) -> None:
        self._client = client

    async def read_orders(self, status: Status | str, priority: CallPriority = CallPriority.ORDERS) -> OrdersRead:
        """Reads the orders of a status, or of `all`, newest first, page by page."""
        path = f"/v1/orders?status={status}&limit={PAGE}"
        rows, offset = await self._client.get(path, priority, lambda reply: (_orders(reply, path), reply.clock_offset))
        page, cut = rows, False
        while len(page) >= PAGE and not cut:
            behind = f"{path}&before={segment(page[-1].name)}"
            more = await self._client.get(behind, priority, lambda reply: _orders(reply, path))
            names = {row.name for row in rows}
            # An upstream without the parameter `before` answers the first page again.
            page = [row for row in more if row.name not in names]
            rows = [*rows, *page]
            cut = not page or len(rows) >= PAGE * MOST_PAGES
        return OrdersRead(rows, cut, offset)

    async def find_order(self, reference: str) -> UpstreamOrder | None:
        """Reads one order as it is now; None if upstream does not know it. Raises NotUnderstood."""
        order = await self._client.get(f"/v1/orders/{segment(reference)}", CallPriority.ORDERS, _one_order)
        if order is not None:
            return order
        # Not every upstream has a path for a single order; its lists have the order if it exists.
        for status in ("all", *Status):
            read = await self.read_orders(status)
            for row in read.rows:
                if row.name == reference:
                    return in_our_time(_readable(row), read.offset or 0)
        return None

    async def act(self, reference: str, action: Action, reason: str | None) -> ActionReply:
        """Asks for an action."""
        body = b"" if reason is None else msgspec.json.encode({"reason": reason})
        path = f"/v1/orders/{segment(reference)}/{action.value}"
        return await self._client.post(path, body, CallPriority.ACTION, _action_reply)

    async def upload(self, body: bytes, priority: CallPriority) -> UploadResult:
        """Sends rows. Raises NotUnderstood if the call as a whole is refused."""
        return await self._client.post("/v1/items", body, priority, _upload_result)

    async def read_items(self, offset: int) -> ItemsPage:
        """A page of 500 items."""
        path = f"/v1/items?offset={offset}&limit={PAGE}"
        return await self._client.get(
            path, CallPriority.BULK, lambda reply: ItemsPage(*upstream_json.read_items(_found(reply, path)))
        )

    async def read_events(self, after: str) -> UpstreamEvents | None:
        """Reads events after a cursor, waits FEED_WAIT_S for one; None without a feed."""
        wait = 0 if after == "latest" else FEED_WAIT_S
        path = f"/v1/events?after={segment(after)}&limit={PAGE}&wait={wait}"
        return await self._client.get(path, CallPriority.ORDERS, _events, longer_s=wait)


def _orders(reply: Reply, path: str) -> list[ReadOrder]:
    return upstream_json.read_orders(_found(reply, path))


def _one_order(reply: Reply) -> UpstreamOrder | None:
    if reply.status == _NOT_THERE:
        return None
    return in_our_time(_readable(upstream_json.read_order(reply.body)), reply.clock_offset or 0)


def _action_reply(reply: Reply) -> ActionReply:
    if reply.status == 200:
        return ActionReply(upstream_json.read_status(reply.body), message("Done."))
    refused = message("The marketplace refused it and gave no reason.")
    return ActionReply(None, upstream_json.read_message(reply.body) or refused, unknown=reply.status == _NOT_THERE)


def _upload_result(reply: Reply) -> UploadResult:
    if reply.status == 200:
        return upstream_json.read_upload(reply.body)
    raise NotUnderstood(upstream_json.read_message(reply.body) or message("The marketplace takes no items now."))


def _events(reply: Reply) -> UpstreamEvents | None:
    return None if reply.status == _NOT_THERE else upstream_json.read_events(reply.body)


def _readable(row: ReadOrder) -> UpstreamOrder:
    if row.order is None:
        raise NotUnderstood(row.fault)
    return row.order


def _found(reply: Reply, path: str) -> bytes:
    if reply.status == _NOT_THERE:
        raise NotUnderstood(
            message(
                "There is nothing at {path} of this address. Give the base address of the marketplace's interface.",
                path=path.partition("?")[0],
            )
        )
    return reply.body
