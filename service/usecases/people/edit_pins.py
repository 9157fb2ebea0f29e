"""PINs are set, removed, and tried."""

from __future__ import annotations

from service.domain.audit.audit_entry import OwnerAction
from service.domain.errors import Refused
from service.domain.people import pins
from service.domain.sentences import message
from service.store.audit.audit_log import record_action
from service.store.engine.transaction import Tx
from service.store.people import pin_rows, staff_rows

OWNER_SUBJECT = "owner"


def set_pin(tx: Tx, person_id: int, hashed: str) -> None:
    """Sets a PIN by its hash. Raises NotFound, and Refused for staff while the owner has none."""
    person = staff_rows.get_person(tx, person_id)
    if not person.is_owner and not staff_rows.read_owner(tx).has_pin:
        raise Refused(pins.CODE, message("Set the owner's PIN first."))
    pin_rows.write_pin(tx, person_id, hashed)
    record_action(tx, OwnerAction.PIN_SET, person.name or OWNER_SUBJECT, state="changed" if person.has_pin else "new")


def remove_pin(tx: Tx, person_id: int) -> bool:
    """Whether there was one. The owner's goes together with those of the staff: they guard nothing
    without it. Raises NotFound.
    """
    person = staff_rows.get_person(tx, person_id)
    if not person.has_pin:
        return False
    removed = [person, *(one for one in staff_rows.list_staff(tx) if one.has_pin)] if person.is_owner else [person]
    for one in removed:
        pin_rows.delete_pin(tx, one.id)
        record_action(tx, OwnerAction.PIN_REMOVED, one.name or OWNER_SUBJECT)
    return True


def begin_try(tx: Tx, person_id: int) -> pin_rows.PinRow:
    """Counts a try as wrong and returns the row before it; the answer is compared after the commit,
    so that an end of the program in between gives no free try. Raises Refused without a PIN.
    """
    row = pin_rows.find_pin(tx, person_id)
    if row is None:
        raise Refused(pins.CODE, message("There is no PIN; set one under Settings, People."))
    pin_rows.count_try(tx, person_id)
    return row


def record_wrong_tries(tx: Tx, person_id: int, tries: int) -> None:
    """Notes in the audit that so many tries in a row were wrong."""
    subject = staff_rows.get_person(tx, person_id).name or OWNER_SUBJECT
    record_action(tx, OwnerAction.PIN_TRIED, subject, tries=str(tries))
