"""Links: their addresses, their states, and what the owner decided (link §5)."""

from __future__ import annotations

from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.link.link_state import Link
from service.domain.sentences import Sentence, encode_sentence
from service.domain.times import Millis
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

_COLUMNS = (
    "shop_id, url, secret_name, is_on, approved, only_listed, practice, created_at, last_answer_at, full_read_at, "
    "refused, fault, held, off_reason, notice, event_cursor, event_feed, clock_offset, scanned_revision, "
    "allowed_revision, compared_at, rehearsed_at, compare_due, only_there, history_read"
)
_links = Select(RowReader(Link), f"SELECT {_COLUMNS} FROM links")


def find_link(db: ReadTx, shop_id: int) -> Link | None:
    """The shop's link; None if it has none or it was removed."""
    return db.read_cached(
        ChangeKind.LINKS, shop_id, lambda: _links.find(db, "WHERE shop_id = ? AND removed_at IS NULL", (shop_id,))
    )


def get_link(db: ReadTx, shop_id: int) -> Link:
    """Raises NotFound."""
    link = find_link(db, shop_id)
    if link is None:
        raise NotFound("This shop has no link; `counterpart link set URL` makes one.")
    return link


def list_links(db: ReadTx) -> list[Link]:
    return _links.list(db, "WHERE removed_at IS NULL ORDER BY shop_id")


def ever_linked(db: ReadTx, shop_id: int) -> bool:
    """Whether the shop has or had a link: then its own orders have higher numbers."""
    return db.read_cached(
        ChangeKind.LINKS,
        ("ever", shop_id),
        lambda: bool(db.scalar("SELECT 1 FROM links WHERE shop_id = ?", (shop_id,))),
    )


def put_link(tx: Tx, link: Link) -> None:
    """Adds a link or replaces the shop's link. No state of the earlier link remains."""
    tx.update("DELETE FROM links WHERE shop_id = ?", (link.shop_id,))
    tx.update("DELETE FROM orders_before_link WHERE shop_id = ?", (link.shop_id,))
    tx.insert(
        "INSERT INTO links (shop_id, url, secret_name, is_on, approved, only_listed, practice, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            link.shop_id, link.url, link.secret_name, link.is_on, link.approved, link.only_listed, link.practice,
            link.created_at,
        ),
    )  # fmt: skip
    tx.mark_changed(ChangeKind.LINKS)


def change_link(tx: Tx, shop_id: int, **values: Sentence | str | int | bool | None) -> bool:
    """Sets some columns of a link; returns whether one changed. Equal values are not written."""
    bound = {name: encode_sentence(value) if isinstance(value, Sentence) else value for name, value in values.items()}
    sets = ", ".join(f"{name} = :{name}" for name in bound)
    differs = " OR ".join(f"{name} IS DISTINCT FROM :{name}" for name in bound)
    changed = tx.update(
        f"UPDATE links SET {sets} WHERE shop_id = :shop AND removed_at IS NULL AND ({differs})",
        {**bound, "shop": shop_id},
    )
    if changed:
        tx.mark_changed(ChangeKind.LINKS)
    return bool(changed)


def mark_removed(tx: Tx, shop_id: int, now: Millis) -> None:
    """Marks the link as removed. Its row stays for the numbering of orders."""
    change_link(tx, shop_id, is_on=False, removed_at=now)


def read_text(db: ReadTx, shop_id: int, column: str) -> str | None:
    """A longer text of a link: `rehearsal`, `comparison` or `only_there`."""
    text: str | None = db.scalar(f"SELECT {column} FROM links WHERE shop_id = ? AND removed_at IS NULL", (shop_id,))
    return text
