"""What a call to the marketplace says of the link is noted once, however often the write runs."""

from __future__ import annotations

from service.domain.changes import ChangeKind
from service.domain.link.link_state import FRESH, Link
from service.domain.sentences import message
from service.domain.times import HOUR, Millis
from service.link.call_journal import CallJournal
from service.link.link_errors import LinkFault, NoAnswer
from service.link.upstream_client import Exchange, Reply
from service.store.link import links
from tests.fakes.commits_at_second_try import CommitsAtSecondTry
from tests.fakes.shop_fixture import ShopFixture

URL = "https://market.example"


async def test_a_link_is_marked_as_changed_once_when_its_last_answer_is_too_old(shop: ShopFixture) -> None:
    """Time alone changes its state; the fault is the same as before."""
    at, number = shop.clock.now(), shop.shop.id
    shop.write(lambda tx: links.put_link(tx, Link(number, URL, "name", True, False, False, False, at)))
    store = CommitsAtSecondTry(shop.store)
    journal = CallJournal(store, number, URL, lambda: None)

    async def call(moment: Millis, fault: LinkFault | None) -> bool:
        """Whether the call marked the link as changed."""
        await journal.keep(Exchange("GET", "/v1/orders", b"", moment, 0.0, Reply(200, b"{}"), fault))
        return ChangeKind.LINKS in store.changes.kinds

    fault = NoAnswer(message("No answer."))
    assert await call(at, None)
    assert await call(at + 1, fault)
    assert not await call(at + 2, fault)
    assert await call(at + FRESH + 1, fault)
    assert not await call(at + FRESH + 2, fault)


async def test_an_answer_without_a_date_leaves_the_difference_of_the_clocks(shop: ShopFixture) -> None:
    at, number = shop.clock.now(), shop.shop.id
    shop.write(lambda tx: links.put_link(tx, Link(number, URL, "name", True, False, False, False, at)))
    journal = CallJournal(shop.store, number, URL, lambda: None)
    for offset in (HOUR, None):
        reply = Reply(200, b"{}", offset)
        await journal.keep(Exchange("GET", "/v1/orders", b"", at, 0.0, reply, None))
    assert shop.read(lambda db: links.get_link(db, number)).clock_offset == HOUR
