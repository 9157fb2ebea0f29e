"""Adding, renaming and deactivating staff."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.people import MAX_STAFF, Person
from service.store.audit_log import list_entries
from service.store.engine.store import Store
from service.store.staff import add_person as add_row
from service.store.staff import find_person, list_staff
from service.usecases.edit_people import add_person, rename_person, set_active


async def test_names_are_added_renamed_and_deactivated_with_an_audit(store: Store) -> None:
    maryam = await store.write(lambda tx: add_person(tx, "  maryam  "))
    assert maryam == Person(1, "maryam")
    assert (await store.write(lambda tx: rename_person(tx, 1, "Maryam"))).name == "Maryam"
    assert not (await store.write(lambda tx: set_active(tx, 1, active=False))).active
    await store.write(lambda tx: set_active(tx, 1, active=False))
    entries = await store.read(list_entries)
    assert [(one.action, one.subject) for one in entries] == [
        ("person_switched", "Maryam"), ("person_renamed", "Maryam"), ("person_added", "maryam"),
    ]  # fmt: skip


async def test_two_people_cannot_have_the_same_name(store: Store) -> None:
    await store.write(lambda tx: add_person(tx, "Ali"))
    await store.write(lambda tx: add_person(tx, "Maryam"))
    with pytest.raises(Refused, match="There is a person Ali already"):
        await store.write(lambda tx: add_person(tx, "ALI"))
    with pytest.raises(Refused, match="There is a person Ali already"):
        await store.write(lambda tx: rename_person(tx, 2, "ali"))
    assert [person.name for person in await store.read(list_staff)] == ["Ali", "Maryam"]


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "x" * 61])
async def test_a_name_that_cannot_be_read_is_refused(store: Store, name: str) -> None:
    with pytest.raises(Refused, match="person's name has 1 to 60 characters"):
        await store.write(lambda tx: add_person(tx, name))


async def test_there_is_a_most_of_names(store: Store) -> None:
    await store.write(lambda tx: [add_row(tx, f"P{number}") for number in range(MAX_STAFF)])
    with pytest.raises(Refused, match="100 names already"):
        await store.write(lambda tx: add_person(tx, "One more"))


async def test_an_unknown_person_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound, match="no person 9"):
        await store.write(lambda tx: rename_person(tx, 9, "Ali"))
    assert await store.read(lambda db: find_person(db, "Ali")) is None
