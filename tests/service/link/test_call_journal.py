"""What a call to the marketplace says of the link is noted once, however often the write runs."""

from __future__ import annotations

from service.domain.changes import ChangeKind
from service.domain.link.link_state import FRESH, Link, LinkState, state_of
from service.domain.sentences import message
from service.domain.times import HOUR, Millis
from service.link.call_journal import CallJournal
from service.link.link_errors import LinkFault, NoAnswer, UpstreamFault
from service.link.upstream_client import Exchange, Reply
from service.store.link import links
from tests.fakes.commits_at_second_try import CommitsAtSecondTry
from tests.fakes.shop_fixture import ShopFixture

URL = "https://market.example"


async def test_a_failed_call_counts_at_once_and_one_that_succeeds_ends_it(shop: ShopFixture) -> None:
    """A page that shows the link reloads after changes only, and the fault stays the same."""
    at, number = shop.clock.now(), shop.shop.id
    link = Link(number, URL, "name", True, True, False, False, at, full_read_at=at)
    shop.write(lambda tx: links.put_link(tx, link))
    shop.write(lambda tx: links.change_link(tx, number, full_read_at=at))
    store = CommitsAtSecondTry(shop.store)
    journal = CallJournal(store, number, URL, lambda: None)

    async def call(moment: Millis, status: int, fault: LinkFault | None) -> tuple[LinkState, bool]:
        """The state, and whether the call marked the link as changed."""
        await journal.keep(Exchange("GET", "/v1/orders", b"", moment, 0.0, Reply(status, b"{}"), fault))
        state = state_of(shop.read(lambda db: links.get_link(db, number)), moment)[0]
        return state, ChangeKind.LINKS in store.changes.kinds

    silent, busy = NoAnswer(message("No answer.")), UpstreamFault(message("It has a fault."))
    assert await call(at, 200, None) == (LinkState.CONNECTED, True)
    assert await call(at + 1, 500, busy) == (LinkState.WAITING, True)
    assert await call(at + 1, 200, None) == (LinkState.CONNECTED, True)
    assert await call(at + 2, 0, silent) == (LinkState.WAITING, True)
    assert await call(at + 3, 0, silent) == (LinkState.WAITING, False)
    assert await call(at + 4, 200, None) == (LinkState.CONNECTED, True)
    assert await call(at + FRESH + 5, 500, busy) == (LinkState.WAITING, True)


async def test_an_answer_without_a_date_leaves_the_difference_of_the_clocks(shop: ShopFixture) -> None:
    at, number = shop.clock.now(), shop.shop.id
    shop.write(lambda tx: links.put_link(tx, Link(number, URL, "name", True, False, False, False, at)))
    journal = CallJournal(shop.store, number, URL, lambda: None)
    for offset in (HOUR, None):
        reply = Reply(200, b"{}", offset)
        await journal.keep(Exchange("GET", "/v1/orders", b"", at, 0.0, reply, None))
    assert shop.read(lambda db: links.get_link(db, number)).clock_offset == HOUR
