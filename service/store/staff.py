"""The people at the counter and their PINs."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.catalogue.sku import fold, tidy
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.people import OWNER_ID, Person
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

_SELECT = "SELECT id, name, active, EXISTS (SELECT 1 FROM pins WHERE person = staff.id) FROM staff"
_people = Select(RowReader(Person), _SELECT)


@dataclass(frozen=True, slots=True)
class PinRow:
    """What is stored of a person's PIN; its text has no hash."""

    hash: str
    wrong_tries: int

    def __repr__(self) -> str:
        return f"PinRow(wrong_tries={self.wrong_tries})"


def find_pin(db: ReadTx, person: int) -> PinRow | None:
    return db.one_as(PinRow, "SELECT hash, wrong_tries FROM pins WHERE person = ?", (person,))


def write_pin(tx: Tx, person: int, hashed: str) -> None:
    """Sets or replaces a PIN; no try of it was wrong yet."""
    tx.update(
        "INSERT INTO pins (person, hash) VALUES (?, ?) "
        "ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, wrong_tries = 0",
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


def list_staff(db: ReadTx) -> list[Person]:
    """By name; those that were deactivated too."""
    return _people.list(db, "ORDER BY folded")


def read_owner(db: ReadTx) -> Person:
    """The owner, with or without a PIN."""
    return Person(OWNER_ID, has_pin=db.one("SELECT 1 FROM pins WHERE person = ?", (OWNER_ID,)) is not None)


def get_person(db: ReadTx, person_id: int) -> Person:
    """The owner or a person of the staff. Raises NotFound."""
    if person_id == OWNER_ID:
        return read_owner(db)
    person = _people.find(db, "WHERE id = ?", (person_id,))
    if person is None:
        raise NotFound(f"There is no person {person_id}; `counterpart people list` shows them.")
    return person


def find_person(db: ReadTx, name: str) -> Person | None:
    """The person of the staff of that name; case does not count."""
    return _people.find(db, "WHERE folded = ?", (fold(tidy(name)),))


def count_staff(db: ReadTx) -> int:
    return int(db.scalar("SELECT count(*) FROM staff"))


def add_person(tx: Tx, name: str) -> Person:
    """The name must be free."""
    tx.mark_changed(ChangeKind.PEOPLE)
    return get_person(tx, tx.insert("INSERT INTO staff (name, folded) VALUES (?, ?)", (name, fold(name))))


def rename_person(tx: Tx, person: Person, name: str) -> None:
    """The name must be free, or the person's own."""
    tx.update("UPDATE staff SET name = ?, folded = ? WHERE id = ?", (name, fold(name), person.id))
    tx.mark_changed(ChangeKind.PEOPLE)


def set_active(tx: Tx, person: Person, *, active: bool) -> None:
    tx.update("UPDATE staff SET active = ? WHERE id = ?", (active, person.id))
    tx.mark_changed(ChangeKind.PEOPLE)


def read_at_counter(db: ReadTx, counter: int = 0) -> int:
    """Who was chosen last, else the owner, here or at the further `counter`."""
    if counter:
        return int(db.scalar("SELECT person FROM counters WHERE id = ?", (counter,)) or OWNER_ID)
    return int(db.scalar("SELECT person FROM counter_state") or OWNER_ID)


def write_at_counter(tx: Tx, person_id: int, counter: int = 0) -> None:
    tx.mark_changed(ChangeKind.PEOPLE)
    if counter:
        tx.update("UPDATE counters SET person = ? WHERE id = ?", (person_id, counter))
        return
    tx.update(
        "INSERT INTO counter_state (only_one, person) VALUES (1, ?) "
        "ON CONFLICT (only_one) DO UPDATE SET person = excluded.person",
        (person_id,),
    )


def read_support_view(db: ReadTx) -> bool:
    """Whether the window is read-only for support."""
    return bool(db.scalar("SELECT support_view FROM counter_state"))


def write_support_view(tx: Tx, *, on: bool) -> None:
    tx.update(
        "INSERT INTO counter_state (only_one, support_view) VALUES (1, ?) "
        "ON CONFLICT (only_one) DO UPDATE SET support_view = excluded.support_view",
        (on,),
    )
    tx.mark_changed(ChangeKind.PEOPLE)
