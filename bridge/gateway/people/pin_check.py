"""Compares PINs, one at a time, and makes wrong tries wait.

A wait counts the time in which the program runs, not the computer's clock: setting the clock
shortens nothing, and after a restart the whole wait begins again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from service.domain.errors import Refused
from service.domain.people import CODE, check_pin, compute_wait, describe_wait, matches, refuse_wrong
from service.domain.sentences import message
from service.store.engine.store import Store
from service.store.staff import clear_tries, find_pin
from service.usecases.edit_people import begin_try, record_wrong_tries


class PinCheck:
    """`monotonic` is in seconds. Each call takes a tenth of a second and runs in a worker."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._started = monotonic()
        self._lock = threading.Lock()
        self._waits_until: dict[str, float] = {}

    def verify(self, store: Store, person: int, pin: str) -> None:
        """Raises Refused for a wrong PIN, or within a wait. What is no PIN is not counted."""
        digits = check_pin(pin)
        with self._lock:
            self._refuse_early(store, person)
            row = store.submit(lambda tx: begin_try(tx, person)).result()
            if matches(digits, row.hash):
                store.submit(lambda tx: clear_tries(tx, person, row.hash)).result()
                return
            tries = row.wrong_tries + 1
            wait = compute_wait(tries)
            if wait:
                self._waits_until[row.hash] = self._monotonic() + wait
                store.submit(lambda tx: record_wrong_tries(tx, person, tries)).result()
            raise refuse_wrong(tries)

    def _refuse_early(self, store: Store, person: int) -> None:
        row = store.submit_read(lambda db: find_pin(db, person)).result()
        if row is None:
            return
        began = self._started + compute_wait(row.wrong_tries)
        left = self._waits_until.get(row.hash, began) - self._monotonic()
        if left > 0:
            raise Refused(CODE, message("Too many PINs were wrong. {next}", next=describe_wait(left)))
