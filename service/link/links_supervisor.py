"""Every shop's link: started when it is switched on, ended when off, restarted when its address
changes.
"""

from __future__ import annotations

import logging
from typing import Protocol

from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.domain.link.link_state import Link
from service.domain.sentences import message
from service.domain.times import SECOND, Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretsUnavailable
from service.link.link_runner import LinkPorts, LinkRunner
from service.store.link import links

log = logging.getLogger(__name__)

AFTER_FAULT: Millis = 30 * SECOND


class Practice(Protocol):
    """Runs the built-in marketplaces that practice links lead to."""

    async def open(self, link: Link) -> tuple[str, Secret]:
        """Starts the marketplace; gives its address and a key of it. Raises Unavailable."""
        ...

    async def close(self, shop_id: int) -> None:
        """Ends the marketplace of a shop's link, if it runs."""
        ...


class LinksSupervisor:
    """Runs the links in the database. Without one it does nothing except one small read at the
    start.
    """

    def __init__(self, ports: LinkPorts, practice: Practice | None = None) -> None:
        self._ports = ports
        self._practice = practice
        self._runners: dict[int, LinkRunner] = {}
        self._duty = ports.make_duty("Links", self.step)

    def start(self) -> None:
        self._duty.start()

    async def stop(self) -> None:
        await self._duty.stop()
        for shop_id in list(self._runners):
            await self._end(shop_id)

    def runner_of(self, shop_id: int) -> LinkRunner | None:
        """The running link of a shop, or None."""
        return self._runners.get(shop_id)

    def on_changes(self, changes: Changes) -> None:
        """Handles a commit; call it in the event loop."""
        if ChangeKind.LINKS in changes.kinds:
            self._duty.wake()
        for runner in self._runners.values():
            runner.on_changes(changes)

    def on_resumed(self) -> None:
        """Handles a sleep of the PC or a jump of its clock."""
        for runner in self._runners.values():
            runner.on_resumed()

    async def step(self) -> Millis | None:
        """Starts and stops links to match the database."""
        wanted = {link.shop_id: link for link in await self._ports.store.read(links.list_links) if link.is_on}
        for shop_id, runner in list(self._runners.items()):
            link = wanted.get(shop_id)
            if link is None or (link.url, link.secret_name) != (runner.url, runner.secret_name):
                await self._end(shop_id)
        missing = [link for shop_id, link in wanted.items() if shop_id not in self._runners]
        begun = [await self._begin(link) for link in missing]
        return None if all(begun) else self._ports.clock.now() + AFTER_FAULT

    async def _begin(self, link: Link) -> bool:
        try:
            address, key = await self._find_access(link)
        except SecretsUnavailable as error:
            fault = error.sentence
            await self._ports.store.write(lambda tx: links.change_link(tx, link.shop_id, fault=fault))
            return False
        except Unavailable as error:
            log.warning("The link of shop %d has to wait: %s", link.shop_id, error.message)
            return False
        runner = self._runners[link.shop_id] = LinkRunner(self._ports, link, key, address)
        runner.start()
        return True

    async def _end(self, shop_id: int) -> None:
        # It stays known until it has ended: the end of the program may interrupt this step.
        await self._runners[shop_id].stop()
        self._runners.pop(shop_id, None)
        if self._practice is not None:
            await self._practice.close(shop_id)

    async def _find_access(self, link: Link) -> tuple[str, Secret]:
        """The address that a link leads to, and its key. Raises Unavailable, SecretsUnavailable."""
        if not link.practice:
            return link.url, await self._ports.secrets.read(link.secret_name)
        if self._practice is None:
            raise Unavailable(message("This program has no practice marketplace."))
        return await self._practice.open(link)
