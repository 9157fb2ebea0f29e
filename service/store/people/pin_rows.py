"""The hashes of PINs, with the wrong tries since the last right one."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.changes import ChangeKind
from service.store.engine.transaction import ReadTx, Tx


@dataclass(frozen=True, slots=True)
class PinRow:
    """What is stored of a person's PIN; its text has no hash."""

    hash: str
    wrong_tries: int

    def __repr__(self) -> str:
        return f"PinRow(wrong_tries={self.wrong_tries})"


def find_pin(db: ReadTx, person: int) -> PinRow | None:
    row = db.one("SELECT hash, wrong_tries FROM pins WHERE person = ?", (person,))
    return None if row is None else PinRow(row[0], row[1])


def write_pin(tx: Tx, person: int, hashed: str) -> None:
    """Sets or replaces a PIN; no try of it was wrong yet."""
    tx.update(
        "INSERT INTO pins (person, hash) VALUES (?, ?) ON CONFLICT DO UPDATE SET hash = excluded.hash, wrong_tries = 0",
        (person, hashed),
    )
    tx.mark_changed(ChangeKind.PEOPLE)


def delete_pin(tx: Tx, person: int) -> None:
    tx.update("DELETE FROM pins WHERE person = ?", (person,))
    tx.mark_changed(ChangeKind.PEOPLE)


def count_try(tx: Tx, person: int) -> None:
    """Counts a try as wrong, before it is compared."""
    tx.update("UPDATE pins SET wrong_tries = wrong_tries + 1 WHERE person = ?", (person,))


def clear_tries(tx: Tx, person: int, hashed: str) -> None:
    """The PIN with this hash was right; one that was replaced since is left alone."""
    tx.update("UPDATE pins SET wrong_tries = 0 WHERE person = ? AND hash = ?", (person, hashed))
