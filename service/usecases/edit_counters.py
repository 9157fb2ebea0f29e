"""Adding and revoking further counters."""

from __future__ import annotations

import secrets

from service.domain.audit import OwnerAction
from service.domain.counters import MAX_COUNTERS, FurtherCounter
from service.domain.errors import NotFound, Refused
from service.domain.sentences import message
from service.domain.times import Millis
from service.store import counters
from service.store.audit_log import record_action
from service.store.engine.transaction import ReadTx, Tx
from service.usecases.issue_key import MAX_NAME, tidy_name

_KEY_BYTES = 32
_COUNTER = message("counter")


def add_counter(tx: Tx, name: str, now: Millis) -> tuple[FurtherCounter, str]:
    """The counter, and its key, which only this result has. Raises Refused."""
    tidied = tidy_name(name, _COUNTER)
    working = [one for one in counters.list_counters(tx) if one.revoked_at is None]
    if len(working) >= MAX_COUNTERS:
        raise Refused("too_many", message("There are {most} counters. Revoke one first.", most=MAX_COUNTERS))
    if counters.find_by_name(tx, tidied) is not None:
        raise Refused(
            "name_taken",
            message("There is a counter {name} already. Choose another name, or revoke that one.", name=tidied),
        )
    key = secrets.token_urlsafe(_KEY_BYTES)
    made = counters.add_counter(tx, tidied, key, now)
    record_action(tx, OwnerAction.COUNTER_ADDED, made.name, number=str(made.id))
    return made, key


def choose_free_name(db: ReadTx, name: str) -> str:
    """The name, or with the first number behind it that makes it free."""
    tried = name
    for number in range(2, MAX_COUNTERS + 2):
        if counters.find_by_name(db, tried) is None:
            break
        tried = f"{name[: MAX_NAME - 3]} {number}"
    return tried


def revoke_counter(tx: Tx, name: str, now: Millis) -> FurtherCounter:
    """Ends a counter's key; its window is disconnected within a second. Raises NotFound."""
    found = counters.find_by_name(tx, name)
    if found is None:
        raise NotFound(message("There is no counter {name} in the list of counters.", name=name))
    counters.revoke_counter(tx, found.id, now)
    record_action(tx, OwnerAction.COUNTER_REVOKED, found.name, number=str(found.id))
    return found
