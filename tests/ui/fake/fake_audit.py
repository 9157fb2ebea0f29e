"""The fake's record of changes."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

from service.domain.audit import (
    NO_HEAD,
    Actor,
    AuditEntry,
    AuditHead,
    AuditReport,
    Origin,
    OwnerAction,
    check_chain,
    make_entry,
)
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData

SHOP = "Sitra Auto Parts"


@cache
def entries() -> tuple[AuditEntry, ...]:
    """A few days of changes, oldest first."""
    done: tuple[tuple[int, Actor, OwnerAction, str, dict[str, str]], ...] = (
        (moment(2, 9, 5), Actor.WINDOW, OwnerAction.KEY_MADE, "Till 1", {"number": "1", "begins": "cp_live_8fK2"}),
        (moment(2, 9, 6), Actor.WINDOW, OwnerAction.TARGET_ADDED, "https://hooks.example.com", {"number": "2"}),
        (moment(8, 10, 0), Actor.COMMAND_LINE, OwnerAction.KEY_MADE, "ERP", {"number": "3", "until": "never"}),
        (
            moment(9, 8, 0),
            Actor.WINDOW,
            OwnerAction.SETTING_CHANGED,
            "open_to_network",
            {"before": "off", "after": "on"},
        ),
        (moment(14, 18, 2), Actor.WINDOW, OwnerAction.MODE_SWITCHED, "scheduled_pull", {"state": "on"}),
        (moment(15, 9, 30), Actor.PROGRAM, OwnerAction.RESTORED, "counterpart-daily.cpbackup", {}),
    )
    head, made = NO_HEAD, list[AuditEntry]()
    for at, actor, action, subject, details in done:
        shop = "" if action in (OwnerAction.SETTING_CHANGED, OwnerAction.RESTORED) else SHOP
        origin = Origin(actor, lambda at=at: at)  # type: ignore[misc]
        entry = make_entry(head, origin, action, shop=shop, subject=subject, details=details)
        made.append(entry)
        head = AuditHead(entry.id, entry.hash)
    return tuple(made)


class FakeAudit:
    """A record that a test can damage."""

    def __init__(self, data: FakeData) -> None:
        self._answers = data.answers
        self.entries = list(entries())
        self.known: tuple[AuditHead, ...] = ()

    def list(self, before: int | None, limit: int) -> Future[tuple[AuditEntry, ...]]:
        def answer() -> tuple[AuditEntry, ...]:
            found = [entry for entry in reversed(self.entries) if before is None or entry.id < before]
            return tuple(found[:limit])

        return self._answers.answer("audit.list", answer, before, limit)

    def check(self) -> Future[AuditReport]:
        return self._answers.answer("audit.check", lambda: check_chain(self.entries, self.known))
