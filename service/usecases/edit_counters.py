"""Adding and revoking further counters."""

from __future__ import annotations

import secrets

from service.domain.actors import is_counter_name
from service.domain.audit import OwnerAction
from service.domain.counters import MAX_COUNTERS, FurtherCounter
from service.domain.errors import NotFound, Refused
from service.domain.sentences import message
from service.domain.times import Millis
from service.store import counters
from service.store.audit_log import record_action
from service.store.engine.transaction import ReadTx, Tx
from service.usecases.issue_key import MAX_NAME, name_has_meaning, tidy_name

_KEY_BYTES = 32
_COUNTER = message("counter")


def add_counter(tx: Tx, name: str, now: Millis) -> tuple[FurtherCounter, str]:
    """The counter and its key. A taken name gets a number that makes it free. Raises Refused."""
    check_room(tx)
    wanted = free = tidy_counter_name(name)
    number = 1
    while counters.find_by_name(tx, free) is not None:
        number += 1
        free = f"{wanted[: MAX_NAME - 3]} {number}"
    key = secrets.token_urlsafe(_KEY_BYTES)
    made = counters.add_counter(tx, free, key, now)
    record_action(tx, OwnerAction.COUNTER_ADDED, made.name, number=str(made.id))
    return made, key


def tidy_counter_name(name: str) -> str:
    """The name as it is stored. Raises Refused, also where histories would read it as another."""
    tidied = tidy_name(name, _COUNTER)
    if not is_counter_name(tidied):
        raise name_has_meaning(tidied)
    return tidied


def check_room(db: ReadTx) -> None:
    """Raises Refused where there are as many counters as may be."""
    if sum(one.revoked_at is None for one in counters.list_counters(db)) >= MAX_COUNTERS:
        raise Refused.saying("too_many", "There are {most} counters. Revoke one first.", most=MAX_COUNTERS)


def revoke_counter(tx: Tx, name: str, now: Millis) -> FurtherCounter:
    """Ends a counter's key; its window is disconnected within a second. Raises NotFound."""
    found = counters.find_by_name(tx, name)
    if found is None:
        raise NotFound.saying("There is no counter {name} in the list of counters.", name=name)
    counters.revoke_counter(tx, found.id, now)
    record_action(tx, OwnerAction.COUNTER_REVOKED, found.name, number=str(found.id))
    return found
