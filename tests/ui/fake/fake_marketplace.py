"""A link to a marketplace that the window can read and change."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from service.domain.changes import ChangeKind
from service.domain.link.link_state import LinkState
from service.domain.link.rehearsal import Change, OnlyThere, RehearsalReport
from service.domain.marketplace.orders import Action
from service.domain.sentences import message
from tests.ui.fake.fake_data import FakeData
from ui.backend import BackendError
from ui.backend.marketplace_port import FoundMarketplace, LinkLine, LinkView, WaitingLine

SENTENCE = message("Look at what would change at the marketplace, then approve it. Nothing is sent before.")


WORST = [
    Change("BRK-2231", "price_fils", 45_000, 4_500),
    Change("FLT-0098", "quantity", 12.0, 0.0),
    Change("WPR-7", "price_fils", None, 2_500),
]
WAITING = (
    WaitingLine(7, "ORD-2026-000124", Action.ACCEPT, 1_795_183_400_000, can_withdraw=True),
    WaitingLine(8, "ORD-2026-000119", Action.DISPATCHED, 1_795_183_300_000, can_withdraw=False),
)


class FakeMarketplace:
    """No link at first; `connect` makes one that waits for the owner's word."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.link: LinkView | None = None

    def view(self, shop: int) -> Future[LinkView | None]:
        return self._answers.answer("marketplace.view", lambda: self.link, shop)

    def check(self, shop: int, url: str, key: str) -> Future[FoundMarketplace]:
        def check() -> FoundMarketplace:
            if not key:
                raise BackendError(
                    message("That is no key. Copy the whole key from the marketplace's website and paste it.")
                )
            return FoundMarketplace(2, 1240, True, 3_600_000)

        return self._answers.answer("marketplace.check", check, shop, url)

    def connect(self, shop: int, url: str, key: str) -> Future[None]:
        def connect() -> None:
            now = self._data.clock.now()
            self.link = LinkView(
                url, LinkState.HELD, SENTENCE, True, False, now, 12, 1, now - 60_000, 2, True, None,
                RehearsalReport(8, 3, 120, 4, WORST), (), (), WAITING,
            )  # fmt: skip
            self._data.publish(ChangeKind.LINKS)

        return self._answers.answer("marketplace.connect", connect, shop, url)

    def switch(self, shop: int, on: bool) -> Future[None]:
        state = LinkState.CONNECTED if on else LinkState.OFF
        return self._change("marketplace.switch", lambda link: replace(link, is_on=on, state=state), shop, on)

    def approve(self, shop: int, only_there: OnlyThere) -> Future[None]:
        text = message("Connected.")
        line = LinkLine("BRK-1", message("{text}", text="quantity: cannot go below the 3 that open orders hold"))
        return self._change(
            "marketplace.approve",
            lambda link: replace(link, approved=True, state=LinkState.CONNECTED, text=text, parked=(line,)),
            shop,
            only_there,
        )

    def retry(self, shop: int) -> Future[None]:
        return self._change("marketplace.retry", lambda link: replace(link, parked=()), shop)

    def withdraw(self, shop: int, action: int) -> Future[None]:
        def without(link: LinkView) -> LinkView:
            return replace(link, waiting=tuple(line for line in link.waiting if line.id != action))

        return self._change("marketplace.withdraw", without, shop, action)

    def practise(self, shop: int, on: bool) -> Future[None]:
        def practise() -> None:
            text = message("Connected to the practice marketplace. Nothing leaves this computer.")
            now = self._data.clock.now()
            made = LinkView(
                "practice", LinkState.CONNECTED, text, True, True, now, 0, 0, None, 2, True, now, None, (), (),
                is_practice=True,
            )  # fmt: skip
            self.link = made if on else None
            self._data.publish(ChangeKind.LINKS)

        return self._answers.answer("marketplace.practise", practise, shop, on)

    def remove(self, shop: int, anyway: bool) -> Future[None]:
        def remove() -> None:
            if self.link is not None and self.link.mirrored_open and not anyway:
                raise BackendError(message("Orders of the marketplace are open."))
            self.link = None
            self._data.publish(ChangeKind.LINKS)

        return self._answers.answer("marketplace.remove", remove, shop, anyway)

    def _change(self, name: str, change: Callable[[LinkView], LinkView], *asked: object) -> Future[None]:
        def work() -> None:
            assert self.link is not None
            self.link = change(self.link)
            self._data.publish(ChangeKind.LINKS)

        return self._answers.answer(name, work, *asked)
