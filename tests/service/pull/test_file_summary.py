"""The fast estimate of a file's impact equals the exact impact if no row is rejected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import RunState
from service.pull.file_summary import ImpactEstimate, add_catalogue_totals
from service.pull.open_file import FileBatches
from service.pull.save_rows import DryRun
from service.store.engine.store import Store
from tests.fakes.pull_fixture import Cell, PullFixture
from tests.fakes.shop_fixture import ShopFixture

HEADER = ("SKU", "Name", "Price", "Wholesale price", "Quantity", "Branch")
BRANCHES = PullChoices(answers={"branch-names": "yes", "price-zero": "zero", "repeats": "last"})
_CATALOGUE = st.lists(
    st.tuples(
        st.sampled_from("ABCDEFGH"),
        st.just("Part"),
        st.sampled_from(["", 0, 1, 1.3, 1.301, 5]),
        st.sampled_from(["", 1, 2]),
        st.sampled_from(["", 0, 1, 2.5]),
        st.sampled_from(["Main", "Sitra", "Riffa"]),
    ),
    max_size=15,
    unique_by=lambda row: (row[0], row[5]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=_CATALOGUE, file=_CATALOGUE)
def test_the_two_tallies_are_the_same(
    shared_store: Store, tmp_path: Path, before: list[tuple[Cell, ...]], file: list[tuple[Cell, ...]]
) -> None:
    pulling = PullFixture(ShopFixture.fresh(shared_store), tmp_path)
    pad = ("PAD", "in each file; shows the decimal sign", 0.5, 1, 1, "Main")
    first = pulling.run(pulling.setup(pulling.file(pad, *before, header=HEADER), BRANCHES), approved=True)
    assert first.state is RunState.DONE
    setup = pulling.setup(pulling.file(pad, *file, header=HEADER), BRANCHES, missing_inactive=True)
    weigher, look = ImpactEstimate(pulling.shop.shop, keeps=True), DryRun(pulling.shop.shop)
    for batch in FileBatches(Path(setup.path), setup):
        weigher.see(batch)
        pulling.shop.read(lambda db, batch=batch: weigher.take(db, batch))  # type: ignore[misc]
        pulling.shop.read(lambda db, batch=batch: look.take(db, batch))  # type: ignore[misc]
    for seen in (weigher, look):
        add_catalogue_totals(pulling.context.access, pulling.shop.shop, seen, setup)
    # What is weighed in the database has no examples of new parts: only their number.
    assert replace(weigher.tally, examples={}) == replace(look.tally, examples={})
    assert (weigher.counts.read, weigher.counts.inactive) == (look.counts.read, look.counts.inactive)


def test_of_several_rows_for_one_level_the_last_counts(shop: ShopFixture, tmp_path: Path) -> None:
    pulling = PullFixture(shop, tmp_path)
    pulling.run(pulling.setup(pulling.file(("A", "Part", 1, 1, 10, "Main"), header=HEADER)), approved=True)
    setup = pulling.setup(
        pulling.file(
            ("A", "Part", 1, 1, 0, "Main"), ("a", "Part", 9, 1, 4, ""), ("B", "Part", "", "", 2, "x"), header=HEADER
        )
    )
    weigher = ImpactEstimate(pulling.shop.shop, keeps=False)
    for batch in FileBatches(Path(setup.path), setup):
        pulling.shop.read(lambda db, batch=batch: weigher.take(db, batch))  # type: ignore[misc]
    tally = weigher.tally
    assert (tally.zeroed, tally.units_lost) == (0, 10_000 - 4_000 - 2_000)
    assert (tally.prices, tally.prices_changed) == (4, 1)


def test_a_part_in_two_branches_changes_its_price_and_name_once(shop: ShopFixture, tmp_path: Path) -> None:
    pulling = PullFixture(shop, tmp_path)
    held = [("A", "Brake pad", 1, 1, 5, branch) for branch in ("Main", "Sitra", "Riffa")]
    pulling.run(pulling.setup(pulling.file(*held, header=HEADER), BRANCHES), approved=True)
    rows = [("A", "Oil filter", 9, 1, 5, branch) for branch in ("Main", "Sitra", "Riffa")]
    setup = pulling.setup(pulling.file(*rows, header=HEADER), BRANCHES)
    weigher, look = ImpactEstimate(pulling.shop.shop, keeps=False), DryRun(pulling.shop.shop)
    for batch in FileBatches(Path(setup.path), setup):
        pulling.shop.read(lambda db, batch=batch: weigher.take(db, batch))  # type: ignore[misc]
        pulling.shop.read(lambda db, batch=batch: look.take(db, batch))  # type: ignore[misc]
    assert [(seen.tally.prices, seen.tally.prices_changed) for seen in (weigher, look)] == [(2, 1), (2, 1)]
    assert look.names.names == 1
