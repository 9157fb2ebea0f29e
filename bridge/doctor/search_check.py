"""The self-test's line about the search: whether it knows every part."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from service.domain.host.self_test import CheckLine, CheckState
from service.domain.sentences import message
from service.store import shops
from service.store.engine.text_index import FILE_NAME, TextIndex
from service.store.engine.transaction import ReadTx
from service.store.item_search import count_unfiled


@dataclass(frozen=True, slots=True)
class FiledParts:
    """The parts of all shops, and how many of them the search index does not know yet."""

    total: int
    waiting: int


def read_filed_parts(db: ReadTx, folder: Path) -> FiledParts:
    """Counts the parts; all of them wait where there is no index."""
    every = shops.list_shops(db)
    total = sum(shops.read_items_total(db, shop.id) for shop in every)
    if not (folder / FILE_NAME).exists():
        return FiledParts(total, total)
    index = TextIndex(folder / FILE_NAME)
    try:
        return FiledParts(total, sum(count_unfiled(db, index, shop.id) for shop in every))
    finally:
        index.close()


def check_search(parts: FiledParts) -> CheckLine:
    """Whether every part can be found by any scrap of its words."""
    title, total = message("Search"), f"{parts.total:,}"
    if not parts.waiting:
        return CheckLine("search", title, CheckState.GOOD, message("All parts are filed ({total}).", total=total))
    finding = message(
        "Parts not filed yet: {waiting} of {total}. Until then only a piece of their number or name finds them, as it "
        "is written.",
        waiting=f"{parts.waiting:,}",
        total=total,
    )
    fix = message("Leave the program running: it files them while nothing is uploaded.")
    return CheckLine("search", title, CheckState.WARN, finding, fix)
