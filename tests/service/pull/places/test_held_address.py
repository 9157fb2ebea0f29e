"""A held file at an address is approved with the password that is stored now (pull §4, §7)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from service.domain.pull.pulls import PlaceAccess, RunState
from service.pull.context import PullContext, PullRequest
from service.pull.run_pull import approve, run_pull
from service.pull.set_up_pull import set_up_pull
from tests.fakes.fake_places import ADDRESS, FakePlaces
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture


def test_it_is_fetched_again_and_saved_if_it_is_the_same(shop: ShopFixture, tmp_path: Path) -> None:
    pulling = PullFixture(shop, tmp_path)
    places = FakePlaces(pulling.file(*rows_of(30)).read_bytes())
    context: PullContext = replace(pulling.context, places=places)
    there = replace(pulling.setup(pulling.folder / "stock.csv"), path=ADDRESS, access=PlaceAccess("place-old"))
    pulling.confirm(there)
    assert run_pull(context, shop.shop.id, PullRequest(there, "owner")).state is RunState.DONE
    places.content = pulling.file(*rows_of(3)).read_bytes()
    held = run_pull(context, shop.shop.id, PullRequest(there, "owner"))
    assert held.state is RunState.NEEDS_APPROVAL
    renewed = replace(there, access=PlaceAccess("place-new"))
    shop.write(lambda tx: set_up_pull(tx, shop.shop, renewed, 120, now=shop.clock.now()))
    assert approve(context, shop.shop.id, held.id, "owner").state is RunState.DONE
    assert places.opened[-1].access == PlaceAccess("place-new")
