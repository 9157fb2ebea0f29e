"""A folder with export files, and the results of a shop's pull."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import MissingRule, PullSetup, Run, RunRow
from service.pull.context import PullContext, PullRequest, StoreAccess
from service.pull.inspect_file import inspect_file
from service.pull.run_pull import approve, run_dry, run_pull
from service.pull.undo_pull import undo_pull
from service.store import pulls
from service.store.shops import branch_names
from tests.fakes.shop_fixture import ShopFixture

HEADER = ("SKU", "Name", "Price", "Quantity")
Cell = str | int | float


def rows_of(count: int, *, first: int = 0, price: float = 1.5, quantity: int = 5) -> list[tuple[Cell, ...]]:
    """So many parts, each once."""
    return [(f"P{number:06d}", f"Part {number}", price, quantity) for number in range(first, first + count)]


class PullFixture:
    """One shop's pull, run in the test's own thread."""

    def __init__(self, shop: ShopFixture, folder: Path) -> None:
        self.shop = shop
        self.folder = folder
        self.stopped: Callable[[], bool] = lambda: False
        self.progress: list[tuple[int, int | None]] = []

    @property
    def context(self) -> PullContext:
        access = StoreAccess(self.shop.store)
        return PullContext(
            access, self.shop.clock, lambda done, total: self.progress.append((done, total)), self.stopped
        )

    def file(self, *rows: tuple[Cell, ...], name: str = "stock.csv", header: tuple[str, ...] = HEADER) -> Path:
        """Writes an export file."""
        path = self.folder / name
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])
        return path

    def branches(self) -> tuple[str, ...]:
        return self.shop.read(lambda db: branch_names(db, self.shop.shop.id))

    def setup(
        self,
        path: Path,
        choices: PullChoices | None = None,
        *,
        missing_inactive: bool = False,
        missing: MissingRule = MissingRule.STAY,
    ) -> PullSetup:
        """The file as it is recognised."""
        inspection = inspect_file(PullSetup(str(path), ""), choices or PullChoices(), self.branches())
        assert inspection.plan is not None
        return PullSetup(str(path), inspection.plan, None, MissingRule.INACTIVE if missing_inactive else missing)

    def run(
        self,
        setup: PullSetup,
        *,
        again: bool = False,
        approved: bool = False,
        raise_unavailable: bool = False,
        confirmed: bool = True,
    ) -> Run:
        """Runs a file; `confirmed`: the owner has confirmed what the set-up understood."""
        if confirmed:
            self.confirm(setup)
        return run_pull(
            self.context, self.shop.shop.id, PullRequest(setup, "owner", again, approved, raise_unavailable)
        )

    def pull(self, *rows: tuple[Cell, ...], again: bool = False, approved: bool = False) -> Run:
        """Writes the file and runs it; each time a minute later."""
        self.shop.clock.advance(60_000)
        return self.run(self.setup(self.file(*rows)), again=again, approved=approved)

    def confirm(self, setup: PullSetup) -> None:
        self.shop.write(lambda tx: pulls.confirm(tx, self.shop.shop.id, setup))

    def run_dry(self, setup: PullSetup) -> tuple[Run, list[RunRow]]:
        self.confirm(setup)
        return run_dry(self.context, self.shop.shop.id, PullRequest(setup, "owner"), None)

    def approve(self, run: Run) -> Run:
        return approve(self.context, self.shop.shop.id, run.id, "owner")

    def undo(self, run: Run) -> Run:
        self.shop.clock.advance(60_000)
        return undo_pull(self.context, self.shop.shop.id, run.id, "owner")

    def runs(self) -> list[Run]:
        """Newest first."""
        return self.shop.read(lambda db: pulls.list_runs(db, self.shop.shop.id))

    def rows(self, run: Run) -> list[RunRow]:
        return [row for _, row in self.shop.read(lambda db: pulls.read_rows(db, run.id))]

    def read_everything(self) -> dict[str, list[object]]:
        """What items, stock and ledger hold, times of change left out."""
        return self.shop.read(
            lambda db: {
                "items": db.all(
                    "SELECT sku, name, name_ar, brand, price_fils, active, fit FROM items WHERE shop_id = ? "
                    "ORDER BY folded",
                    (self.shop.shop.id,),
                ),
                "stock": db.all(
                    "SELECT items.sku, branches.name, stock.quantity, stock.reserved FROM stock "
                    "JOIN items ON items.id = stock.item_id JOIN branches ON branches.id = stock.branch_id "
                    "WHERE items.shop_id = ? ORDER BY 1, 2",
                    (self.shop.shop.id,),
                ),
                "total": db.all("SELECT items_total FROM shops WHERE id = ?", (self.shop.shop.id,)),
            }
        )
