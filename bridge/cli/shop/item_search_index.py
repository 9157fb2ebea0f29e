"""Searching items on the command line: the service files them in its index, and what it has not
filed yet is found all the same.
"""

from __future__ import annotations

from bridge.cli.framework.cli_session import Session
from service.store.engine.text_index import FILE_NAME, TextIndex
from service.store.engine.transaction import ReadTx
from service.store.item_search import find_items


def search_all(session: Session, db: ReadTx, shop_id: int, text: str, limit: int | None = None) -> list[int]:
    """Ids of the items that a text means, the best first; all of them where `limit` is None."""
    index = TextIndex(session.folder / FILE_NAME)
    try:
        return find_items(db, index, shop_id, text, limit)
    finally:
        index.close()
