"""The owner adds, renames and deactivates staff."""

from __future__ import annotations

from service.domain.audit.audit_entry import OwnerAction
from service.domain.errors import Refused
from service.domain.people.staff import MAX_STAFF, Person
from service.domain.sentences import message
from service.store.audit.audit_log import record_action
from service.store.engine.transaction import Tx
from service.store.people import staff_rows
from service.usecases.issue_key import tidy_name


def add_person(tx: Tx, name: str) -> Person:
    """Raises Refused."""
    tidied = _check_name(tx, name, None)
    if staff_rows.count_staff(tx) >= MAX_STAFF:
        raise Refused("too_many_people", message("There are {n} names already; rename one.", n=MAX_STAFF))
    added = staff_rows.add_person(tx, tidied)
    record_action(tx, OwnerAction.PERSON_ADDED, added.name)
    return added


def rename_person(tx: Tx, person_id: int, name: str) -> Person:
    """What was done before has the earlier name. Raises NotFound, Refused."""
    before = staff_rows.get_person(tx, person_id)
    staff_rows.rename_person(tx, before, _check_name(tx, name, before))
    after = staff_rows.get_person(tx, person_id)
    if after.name != before.name:
        record_action(tx, OwnerAction.PERSON_RENAMED, after.name, before=before.name)
    return after


def set_active(tx: Tx, person_id: int, *, active: bool) -> Person:
    """Lets a name be chosen at the counter, or no longer. Raises NotFound."""
    before = staff_rows.get_person(tx, person_id)
    staff_rows.set_active(tx, before, active=active)
    after = staff_rows.get_person(tx, person_id)
    if after.active != before.active:
        record_action(tx, OwnerAction.PERSON_SWITCHED, after.name, state="on" if active else "off")
    return after


def switch_support_view(tx: Tx, *, on: bool) -> None:
    """Makes the window read-only for support, or ends that."""
    if staff_rows.read_support_view(tx) is not on:
        staff_rows.write_support_view(tx, on=on)
        record_action(tx, OwnerAction.SUPPORT_VIEW_SWITCHED, "on" if on else "off")


def _check_name(tx: Tx, name: str, own: Person | None) -> str:
    tidied = tidy_name(name, message("person"))
    known = staff_rows.find_person(tx, tidied)
    if known is not None and (own is None or known.id != own.id):
        raise Refused("name_taken", message("There is a person {name} already; choose another name.", name=known.name))
    return tidied
