"""The catalogue is read with the same result however often a write has to run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.domain.times import DAY
from service.link.catalogue_reader import CatalogueReader
from service.store.link import links
from tests.fakes.commits_at_second_try import CommitsAtSecondTry
from tests.fakes.linked_pair import LinkedPair, linked_pair


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


def make_reader(pair: LinkedPair) -> CatalogueReader:
    session = replace(pair.runner.session, store=CommitsAtSecondTry(pair.near.store))
    return CatalogueReader(session, pair.link)


async def test_a_rehearsal_counts_each_item_once(pair: LinkedPair) -> None:
    report = await make_reader(pair).rehearse()
    assert (report.create, report.change, report.equal, report.only_there) == (1, 1, 1, 1)


async def test_a_comparison_repairs_and_counts_each_item_once(pair: LinkedPair) -> None:
    found = await make_reader(pair).compare()
    assert (found.read, found.repaired, found.missing, found.only_there) == (2, 1, 1, 1)


async def test_a_clock_that_was_set_back_skips_no_night(pair: LinkedPair) -> None:
    await pair.runner.read_catalogue()
    pair.approve()
    pair.near.write(lambda tx: links.change_link(tx, pair.near.shop.id, compared_at=pair.clock.now() + 30 * DAY))
    await pair.runner.read_catalogue()
    assert pair.link.compared_at == pair.clock.now()
