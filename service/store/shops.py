"""Shops, their staging shops and branches."""

from __future__ import annotations

from service.domain.catalogue.sku import fold, tidy
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound, Refused
from service.domain.shops import MAIN_BRANCH, Branch, Mode, Shop
from service.domain.times import Millis
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

_COLUMNS = "id, name, staging, read_only, api_push, webhooks, scheduled_pull, created_at, vat, vat_number"
_BRANCH = "id, shop_id, name, main"
_shops = Select(RowReader(Shop), f"SELECT {_COLUMNS} FROM shops")
_branches = Select(RowReader(Branch), f"SELECT {_BRANCH} FROM branches")


def list_shops(db: ReadTx) -> list[Shop]:
    """Every shop, each live one followed by its staging shop."""
    return _shops.list(db, "ORDER BY folded, staging")


def read_beginning(db: ReadTx) -> Millis | None:
    """When the first shop was made, which identifies the installation."""
    began: Millis | None = db.scalar("SELECT min(created_at) FROM shops")
    return began


def get_shop(db: ReadTx, shop_id: int) -> Shop:
    """Raises NotFound."""
    return db.read_cached(ChangeKind.SHOPS, shop_id, lambda: _read_shop(db, shop_id))


def _read_shop(db: ReadTx, shop_id: int) -> Shop:
    shop = _shops.find(db, "WHERE id = ?", (shop_id,))
    if shop is None:
        raise NotFound("There is no such shop.")
    return shop


def find_shop(db: ReadTx, name: str | None, *, staging: bool) -> Shop:
    """The shop of that name, or the only one when no name is given. Raises NotFound."""
    if name is not None:
        shop = _shops.find(db, "WHERE folded = ? AND staging = ?", (fold(tidy(name)), staging))
        if shop is None:
            raise NotFound(f"There is no shop {name!r}; `counterpart shops list` shows them.")
        return shop
    shops = _shops.list(db, "WHERE staging = ? ORDER BY id LIMIT 2", (staging,))
    if len(shops) != 1:
        raise NotFound("There are several shops; say which one with --shop NAME." if shops else "There is no shop yet.")
    return shops[0]


def add_shop(tx: Tx, name: str, now: Millis) -> Shop:
    """Adds a shop and its staging shop; returns the live one. Raises Refused."""
    live_id, _ = (_add_one(tx, name, staging, now) for staging in (False, True))
    return get_shop(tx, live_id)


def _add_one(tx: Tx, name: str, staging: bool, now: Millis) -> int:
    if tx.one("SELECT 1 FROM shops WHERE folded = ? AND staging = ?", (fold(name), staging)):
        raise Refused.saying("name_taken", "There is a shop called {name} already; choose another name.", name=name)
    shop_id = tx.insert(
        "INSERT INTO shops (name, folded, staging, created_at) VALUES (?, ?, ?, ?)", (name, fold(name), staging, now)
    )
    add_branch(tx, shop_id, MAIN_BRANCH, main=True)
    tx.mark_changed(ChangeKind.SHOPS)
    return shop_id


def rename_shop(tx: Tx, shop: Shop, name: str) -> None:
    """Renames a shop and its staging shop together. Raises Refused."""
    taken = tx.one("SELECT 1 FROM shops WHERE folded = ? AND folded <> ?", (fold(name), fold(shop.name)))
    if taken:
        raise Refused.saying("name_taken", "There is a shop called {name} already; choose another name.", name=name)
    tx.update("UPDATE shops SET name = ?, folded = ? WHERE folded = ?", (name, fold(name), fold(shop.name)))
    tx.mark_changed(ChangeKind.SHOPS)


def set_read_only(tx: Tx, shop_id: int, on: bool) -> None:
    if tx.update("UPDATE shops SET read_only = ? WHERE id = ? AND read_only <> ?", (on, shop_id, on)):
        tx.mark_changed(ChangeKind.SHOPS)


def set_vat(tx: Tx, shop_id: int, rate: int) -> None:
    if tx.update("UPDATE shops SET vat = ? WHERE id = ? AND vat <> ?", (rate, shop_id, rate)):
        tx.mark_changed(ChangeKind.SHOPS)


def set_vat_number(tx: Tx, shop_id: int, number: str) -> None:
    if tx.update("UPDATE shops SET vat_number = ? WHERE id = ? AND vat_number <> ?", (number, shop_id, number)):
        tx.mark_changed(ChangeKind.SHOPS)


def set_mode(tx: Tx, shop_id: int, mode: Mode, on: bool) -> None:
    if tx.update(f"UPDATE shops SET {mode.value} = ? WHERE id = ? AND {mode.value} <> ?", (on, shop_id, on)):
        tx.mark_changed(ChangeKind.SHOPS)


def read_items_total(db: ReadTx, shop_id: int) -> int:
    """How many items a shop has, from a stored count."""
    return int(db.scalar("SELECT items_total FROM shops WHERE id = ?", (shop_id,)))


def read_totals(db: ReadTx, shop_id: int) -> tuple[int, int]:
    """How many items a shop has, and its revision (see `store.revisions`)."""
    totals: tuple[int, int] = db.one("SELECT items_total, revision FROM shops WHERE id = ?", (shop_id,))
    return totals


def add_items_total(tx: Tx, shop_id: int, created: int) -> None:
    tx.update("UPDATE shops SET items_total = items_total + ? WHERE id = ?", (created, shop_id))


def take_next_number(tx: Tx, shop_id: int, kind: str, year: int) -> int:
    """The next number of a sequence that counts per shop and calendar year."""
    return int(
        tx.scalar(
            "INSERT INTO sequences (shop_id, kind, year, value) VALUES (?, ?, ?, 1) "
            "ON CONFLICT (shop_id, kind, year) DO UPDATE SET value = sequences.value + 1 RETURNING value",
            (shop_id, kind, year),
        )
    )


def start_numbers_at(tx: Tx, shop_id: int, kind: str, year: int, value: int) -> None:
    """Lets a sequence continue above `value`; one that is there already stays as it is."""
    tx.update(
        "INSERT INTO sequences (shop_id, kind, year, value) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (shop_id, kind, year) DO UPDATE SET value = max(sequences.value, excluded.value)",
        (shop_id, kind, year, value),
    )


def list_branches(db: ReadTx, shop_id: int) -> list[Branch]:
    """The main branch first, the others by name."""
    return list(db.read_cached(ChangeKind.BRANCHES, shop_id, lambda: _read_branches(db, shop_id)))


def branch_names(db: ReadTx, shop_id: int) -> tuple[str, ...]:
    """The names of a shop's branches, the main branch first."""
    return tuple(branch.name for branch in list_branches(db, shop_id))


def _read_branches(db: ReadTx, shop_id: int) -> tuple[Branch, ...]:
    branches = _branches.list(db, "WHERE shop_id = ? ORDER BY main DESC, folded", (shop_id,))
    return tuple(branches)


def count_items_per_branch(db: ReadTx, shop_id: int) -> dict[int, int]:
    """By branch id: how many items ever had a quantity there."""
    return dict(
        db.all(
            "SELECT stock.branch_id, count(*) FROM stock JOIN branches ON branches.id = stock.branch_id "
            "WHERE branches.shop_id = ? GROUP BY stock.branch_id",
            (shop_id,),
        )
    )


def get_main_branch(db: ReadTx, shop_id: int) -> Branch:
    return _branches.get(db, "WHERE shop_id = ? AND main = 1", (shop_id,))


def get_branch(db: ReadTx, branch_id: int) -> Branch:
    return _branches.get(db, "WHERE id = ?", (branch_id,))


def find_branch(db: ReadTx, shop_id: int, name: str | None) -> Branch:
    """The branch of that name, the main one for None. Raises NotFound."""
    if name is None:
        return get_main_branch(db, shop_id)
    folded = fold(tidy(name))
    branch = _branches.find(db, "WHERE shop_id = ? AND folded = ?", (shop_id, folded))
    if branch is None:
        raise NotFound(f"There is no branch {name!r}; `counterpart branches list` shows them.")
    return branch


def add_branch(tx: Tx, shop_id: int, name: str, *, main: bool = False) -> Branch:
    """Adds a branch with a tidy name that no other branch of the shop has."""
    branch_id = tx.insert(
        "INSERT INTO branches (shop_id, name, folded, main) VALUES (?, ?, ?, ?)", (shop_id, name, fold(name), main)
    )
    tx.mark_changed(ChangeKind.BRANCHES)
    return Branch(branch_id, shop_id, name, main)


def make_taken(name: str) -> Refused:
    """Why a branch cannot have that name."""
    return Refused.saying("name_taken", "There is a branch called {name} already; choose another name.", name=name)


def rename_branch(tx: Tx, branch: Branch, name: str) -> None:
    """Renames a branch. Raises Refused if another branch has the name."""
    taken = tx.one(
        "SELECT 1 FROM branches WHERE shop_id = ? AND folded = ? AND id <> ?", (branch.shop_id, fold(name), branch.id)
    )
    if taken:
        raise make_taken(name)
    tx.update("UPDATE branches SET name = ?, folded = ? WHERE id = ?", (name, fold(name), branch.id))
    # Orders are displayed with the name of their branch.
    tx.mark_changed(ChangeKind.BRANCHES, ChangeKind.ORDERS)


def set_main_branch(tx: Tx, branch: Branch) -> None:
    tx.update("UPDATE branches SET main = 0 WHERE shop_id = ?", (branch.shop_id,))
    tx.update("UPDATE branches SET main = 1 WHERE id = ?", (branch.id,))
    tx.mark_changed(ChangeKind.BRANCHES)
