"""The self-test's line about the search: whether it knows every part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from service.domain.sentences import message
from service.store import shops
from service.store.engine.text_index import FILE_NAME, TextIndex
from service.store.engine.transaction import ReadTx
from service.store.item_search import MAX_TAIL, count_unfiled
from ui.backend.host_port import CheckLine, CheckState


@dataclass(frozen=True, slots=True)
class FiledParts:
    """The parts of all shops, how many of them the search index does not know yet, and how many
    of these a search looks at all the same.
    """

    total: int
    waiting: int
    looked_at: int


def read_filed_parts(db: ReadTx, folder: Path) -> FiledParts:
    """Counts the parts; all of them wait where there is no index."""
    every = shops.list_shops(db)
    total = sum(shops.read_items_total(db, shop.id) for shop in every)
    if not (folder / FILE_NAME).exists():
        return _sum_up(total, [shops.read_items_total(db, shop.id) for shop in every])
    index = TextIndex(folder / FILE_NAME)
    try:
        return _sum_up(total, [count_unfiled(db, index, shop.id) for shop in every])
    finally:
        index.close()


def _sum_up(total: int, waiting: Sequence[int]) -> FiledParts:
    return FiledParts(total, sum(waiting), sum(count for count in waiting if count <= MAX_TAIL))


def check_search(parts: FiledParts) -> CheckLine:
    """Whether every part can be found by any scrap of its words."""
    title, total = message("Search"), f"{parts.total:,}"
    if not parts.waiting:
        return CheckLine("search", title, CheckState.GOOD, message("All parts are filed ({total}).", total=total))
    if parts.waiting == parts.looked_at:
        finding = message(
            "Parts not filed yet: {waiting} of {total}. A search finds them too.",
            waiting=f"{parts.waiting:,}",
            total=total,
        )
        return CheckLine("search", title, CheckState.GOOD, finding)
    finding = message(
        "Parts not filed yet: {waiting} of {total}. Until then only a piece of their number or name finds them, as it "
        "is written.",
        waiting=f"{parts.waiting:,}",
        total=total,
    )
    fix = message("Leave the program running: it files them while nothing is uploaded.")
    return CheckLine("search", title, CheckState.WARN, finding, fix)
