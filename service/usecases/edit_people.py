"""People at the counter and their PINs are edited."""

from __future__ import annotations

from service.domain import people
from service.domain.audit import OwnerAction
from service.domain.errors import Refused
from service.domain.people import MAX_STAFF, Person
from service.domain.sentences import message
from service.store import staff
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from service.usecases.issue_key import tidy_name

OWNER_SUBJECT = "owner"


def set_pin(tx: Tx, person_id: int, hashed: str) -> None:
    """Sets a PIN by its hash. Raises NotFound, and Refused for staff while the owner has none."""
    person = staff.get_person(tx, person_id)
    if not person.is_owner and not staff.read_owner(tx).has_pin:
        raise Refused.saying(people.CODE, "Set the owner's PIN first.")
    staff.write_pin(tx, person_id, hashed)
    record_action(tx, OwnerAction.PIN_SET, person.name or OWNER_SUBJECT, state="changed" if person.has_pin else "new")


def remove_pin(tx: Tx, person_id: int) -> bool:
    """Whether there was one. The owner's goes with those of the staff. Raises NotFound."""
    person = staff.get_person(tx, person_id)
    if not person.has_pin:
        return False
    removed = [person, *(one for one in staff.list_staff(tx) if one.has_pin)] if person.is_owner else [person]
    for one in removed:
        staff.delete_pin(tx, one.id)
        record_action(tx, OwnerAction.PIN_REMOVED, one.name or OWNER_SUBJECT)
    return True


def begin_try(tx: Tx, person_id: int) -> staff.PinRow:
    """Counts a try as wrong and returns the row before it; the answer is compared after the commit,
    so that an end of the program in between gives no free try. Raises Refused without a PIN.
    """
    row = staff.find_pin(tx, person_id)
    if row is None:
        raise Refused.saying(people.CODE, "There is no PIN; set one under Settings, People.")
    staff.count_try(tx, person_id)
    return row


def record_wrong_tries(tx: Tx, person_id: int, tries: int) -> None:
    """Notes in the audit that so many tries in a row were wrong."""
    subject = staff.get_person(tx, person_id).name or OWNER_SUBJECT
    record_action(tx, OwnerAction.PIN_TRIED, subject, tries=str(tries))


def add_person(tx: Tx, name: str) -> Person:
    """Raises Refused."""
    tidied = _check_name(tx, name, None)
    if staff.count_staff(tx) >= MAX_STAFF:
        raise Refused.saying("too_many_people", "There are {n} names already; rename one.", n=MAX_STAFF)
    added = staff.add_person(tx, tidied)
    record_action(tx, OwnerAction.PERSON_ADDED, added.name)
    return added


def rename_person(tx: Tx, person_id: int, name: str) -> Person:
    """What was done before has the earlier name. Raises NotFound, Refused."""
    before = staff.get_person(tx, person_id)
    staff.rename_person(tx, before, _check_name(tx, name, before))
    after = staff.get_person(tx, person_id)
    if after.name != before.name:
        record_action(tx, OwnerAction.PERSON_RENAMED, after.name, before=before.name)
    return after


def set_active(tx: Tx, person_id: int, *, active: bool) -> Person:
    """Lets a name be chosen at the counter, or no longer. Raises NotFound."""
    before = staff.get_person(tx, person_id)
    staff.set_active(tx, before, active=active)
    after = staff.get_person(tx, person_id)
    if after.active != before.active:
        record_action(tx, OwnerAction.PERSON_SWITCHED, after.name, state="on" if active else "off")
    return after


def switch_support_view(tx: Tx, *, on: bool) -> None:
    """Makes the window read-only for support, or ends that."""
    if staff.read_support_view(tx) is not on:
        staff.write_support_view(tx, on=on)
        record_action(tx, OwnerAction.SUPPORT_VIEW_SWITCHED, "on" if on else "off")


def _check_name(tx: Tx, name: str, own: Person | None) -> str:
    tidied = tidy_name(name, message("person"))
    known = staff.find_person(tx, tidied)
    if known is not None and (own is None or known.id != own.id):
        raise Refused.saying("name_taken", "There is a person {name} already; choose another name.", name=known.name)
    return tidied
