"""Counts what waits: in the open shop for the side bar; in it and every live shop for the tray."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial

from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.shops_port import Badges

_log = logging.getLogger(__name__)


class BadgeLoader:
    """`on_open_shop` is called for the open shop, `on_total` with the sum over all."""

    def __init__(
        self,
        backend: Backend,
        dispatcher: GuiDispatcher,
        on_open_shop: Callable[[Badges], None],
        on_total: Callable[[Badges], None],
    ) -> None:
        self._backend, self._dispatcher, self._on_open_shop, self._on_total = (
            backend,
            dispatcher,
            on_open_shop,
            on_total,
        )
        self._open = 0
        self._badges: dict[int, Badges] = {}

    def load(self, open_shop: int, live: Iterable[int]) -> None:
        """Requests the counts of the open shop and of all live ones: orders there ring too."""
        self._open = open_shop
        watched = dict.fromkeys((open_shop, *live))
        self._badges = {shop: badges for shop, badges in self._badges.items() if shop in watched}
        for shop in watched:
            self._dispatcher.fetch(self._backend.shops.badges(shop), partial(self._on_badges, shop), _log_failure)

    def _on_badges(self, shop: int, badges: Badges) -> None:
        self._badges[shop] = badges
        if shop == self._open:
            self._on_open_shop(badges)
        every = self._badges.values()
        trouble = any(one.webhooks_in_trouble for one in every)
        link = next((one.link for one in every if one.link is not None), None)
        soonest = min((one.accept_by for one in every if one.accept_by is not None), default=None)
        self._on_total(Badges(sum(one.orders_waiting for one in every), trouble, link, soonest))


def _log_failure(error: BackendError) -> None:
    """Logs a failure. The open page makes its own requests and displays the reason."""
    _log.info("The figures of the side bar could not be read just now: %s", error.message)
