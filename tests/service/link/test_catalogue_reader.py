"""The catalogue is read with the same result however often a write has to run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from service.link.catalogue_reader import CatalogueReader
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from tests.fakes.linked_pair import LinkedPair, linked_pair

T = TypeVar("T")


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[LinkedPair]:
    async with linked_pair(tmp_path) as made:
        made.near.upload(
            {"sku": "same", "name": "Same", "quantity": 2},
            {"sku": "other", "name": "Other", "price_fils": 100},
            {"sku": "new", "name": "New"},
        )
        made.far.upload(
            {"sku": "same", "name": "Same", "quantity": 2},
            {"sku": "other", "name": "Other", "price_fils": 50},
            {"sku": "theirs", "name": "Theirs"},
        )
        await made.connect(approved=False)
        yield made


class UndoneError(Exception):
    """The first commit does not go through."""


class CommitsAtSecondTry(Store):
    """A store whose every write is undone once and then runs again."""

    def __init__(self, real: Store) -> None:
        self._real = real

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        return await self._real.read(work)

    async def write(self, work: Callable[[Tx], T], *, large: bool = False, own_savepoint: bool = True) -> T:
        def undo(tx: Tx) -> None:
            work(tx)
            raise UndoneError

        with suppress(UndoneError):
            await self._real.write(undo)
        return await self._real.write(work, large=large, own_savepoint=own_savepoint)


def make_reader(pair: LinkedPair) -> CatalogueReader:
    session = replace(pair.runner.session, store=CommitsAtSecondTry(pair.near.store))
    return CatalogueReader(session, pair.link)


async def test_a_rehearsal_counts_each_item_once(pair: LinkedPair) -> None:
    report = await make_reader(pair).rehearse()
    assert (report.create, report.change, report.equal, report.only_there) == (1, 1, 1, 1)


async def test_a_comparison_repairs_and_counts_each_item_once(pair: LinkedPair) -> None:
    found = await make_reader(pair).compare()
    assert (found.read, found.repaired, found.missing, found.only_there) == (2, 1, 1, 1)
