"""Updates the folded names and SKUs to the present rule of folding."""

from __future__ import annotations

from sqlite_utils import Database

from service.domain.catalogue.sku import fold

_TABLES = (("shops", "name", "staging"), ("branches", "name", "shop_id"), ("items", "sku", "shop_id"))
"""The column of the spelling, and the column within which a folded spelling is unique."""


def refold(db: Database) -> None:
    """Folds again the spellings that are not ASCII.

    Where two rows now have the same form, the older row is matched by it. The newer one has a form
    of the old rule and can still be read.
    """
    for table, spelling, within in _TABLES:
        rows = db.execute(
            f"SELECT id, {within}, {spelling}, folded FROM {table} WHERE folded GLOB '*[^ -~]*' ORDER BY id"
        ).fetchall()
        for row_id, owner, text, folded in rows:
            present = fold(text)
            if present == folded:
                continue
            taken = db.execute(f"SELECT id FROM {table} WHERE {within} = ? AND folded = ?", (owner, present)).fetchone()
            if taken is None:
                db.execute(f"UPDATE {table} SET folded = ? WHERE id = ?", (present, row_id))
            elif taken[0] > row_id:
                # The older row takes the form and gives its own to the newer one.
                db.execute(f"UPDATE {table} SET folded = ? WHERE id = ?", (f"{folded}\n", taken[0]))
                db.execute(f"UPDATE {table} SET folded = ? WHERE id = ?", (present, row_id))
                db.execute(f"UPDATE {table} SET folded = ? WHERE id = ?", (folded, taken[0]))
