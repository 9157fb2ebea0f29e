"""Wires the watch for newer versions to this computer's feed and package system."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bridge.tls_trust import system_ssl_context
from bridge.updates.packages import find_feed, has_built_feed, install_downloaded, installs_alone, package_command
from bridge.updates.update_watch import UpdateParts, UpdateSource, UpdateWatch, read_work
from service.domain.times import Clock, Millis
from service.domain.update_rules import UpdateChoice, Work
from service.schedule.periodic_task import PeriodicTask
from service.service import Service
from service.store.engine.transaction import ReadTx
from service.usecases.edit_settings import read_settings

FOLDER = "updates"
"""Below the data folder: what was seen of the feed, the downloads, and the notes."""


def make_update_watch(data: Path, clock: Clock, on_change: Callable[[], None]) -> UpdateWatch:
    """The watch of a data folder. It starts nothing."""
    folder = data / FOLDER

    def open_source() -> UpdateSource:
        # The signature checks take longer to import than the program takes to start.
        from bridge.updates.feed import Feed  # noqa: PLC0415

        return Feed(find_feed(None, None), folder, system_ssl_context())

    parts = UpdateParts(
        open_source, install_downloaded, installs_alone(), has_built_feed(), on_change, package_command()
    )
    return UpdateWatch(folder, parts, clock)


def add_update_task(service: Service, watch: UpdateWatch, clock: Clock) -> None:
    """Add the watch to the service, for a copy that has a feed."""
    if watch.status().has_feed:
        service.add_task(PeriodicTask("Looking for newer versions", clock, lambda: _step(service, watch)))


async def _step(service: Service, watch: UpdateWatch) -> Millis:
    choice, work = await service.store.read(_read)
    return await watch.step(choice, work)


def _read(db: ReadTx) -> tuple[UpdateChoice, Work]:
    return UpdateChoice(read_settings(db).updates), read_work(db)
