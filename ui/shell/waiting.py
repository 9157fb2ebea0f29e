"""What waits: in the shop that is open, for the side bar; in it and every live shop, for the tray."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial

from ui.backend import Backend, BackendError
from ui.backend.courier import Courier
from ui.backend.shops import Badges

_log = logging.getLogger(__name__)


class Waiting:
    """`shown` hears of the open shop, `every` of all that is watched, as a sum."""

    def __init__(
        self, backend: Backend, courier: Courier, shown: Callable[[Badges], None], every: Callable[[Badges], None]
    ) -> None:
        self._backend, self._courier, self._shown, self._every = backend, courier, shown, every
        self._open = 0
        self._known: dict[int, Badges] = {}

    def load(self, open_shop: int, live: Iterable[int]) -> None:
        """Asks for the shop that is open, a twin perhaps, and for all live ones: an order there rings all the same."""
        self._open = open_shop
        watched = dict.fromkeys((open_shop, *live))
        self._known = {shop: badges for shop, badges in self._known.items() if shop in watched}
        for shop in watched:
            self._courier.fetch(self._backend.shops.badges(shop), partial(self._take, shop), _unread)

    def _take(self, shop: int, badges: Badges) -> None:
        self._known[shop] = badges
        if shop == self._open:
            self._shown(badges)
        every = self._known.values()
        self._every(Badges(sum(one.orders_waiting for one in every), any(one.webhooks_in_trouble for one in every)))


def _unread(error: BackendError) -> None:
    """The page that is open has asked too, and says why there is no answer."""
    _log.info("The figures of the side bar could not be read just now: %s", error.message)
