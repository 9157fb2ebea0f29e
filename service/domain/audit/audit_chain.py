"""Whether the chain of the audit is whole, and what it is compared with."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from service.domain.audit.audit_entry import NO_HEAD, AuditEntry, AuditHead, OwnerAction, compute_hash

_GAP_ACTIONS = (OwnerAction.GAP_FOUND.value, OwnerAction.RESTORED.value)


@dataclass(frozen=True, slots=True)
class AuditGap:
    """Entry `id` says that others are missing: from its own number to `last_missing`."""

    id: int
    last_missing: int


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What a check found.

    `broken`: the number of the first entry that was changed or removed. `missing`: the newest entry
    that was stored elsewhere and is not in the chain. `gaps`: what the chain itself says is
    missing.
    """

    head: AuditHead = NO_HEAD
    broken: int | None = None
    missing: AuditHead | None = None
    gaps: tuple[AuditGap, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing was changed or cut, as far as can be seen."""
        return self.broken is None and self.missing is None


NO_ENTRIES = AuditReport()


def check_chain(entries: Iterable[AuditEntry], known: Collection[AuditHead] = ()) -> AuditReport:
    """Checks every entry, oldest first, and that each head that was stored elsewhere is in the
    chain, unless an entry says that it is missing.
    """
    head, gaps, hashes = NO_HEAD, list[AuditGap](), dict[int, bytes]()
    wanted = {one.id for one in known}
    for entry in entries:
        if entry.id != head.id + 1 or entry.hash != compute_hash(head.hash, entry):
            return AuditReport(head, head.id + 1, None, tuple(gaps))
        head = AuditHead(entry.id, entry.hash)
        gaps += _read_gap(entry)
        if entry.id in wanted:
            hashes[entry.id] = entry.hash
    left = [one for one in known if one.id and hashes.get(one.id) != one.hash and not _is_named(one, gaps)]
    return AuditReport(head, None, max(left, key=lambda one: one.id, default=None), tuple(gaps))


def _read_gap(entry: AuditEntry) -> list[AuditGap]:
    text = entry.values.get("missing_id") if entry.action in _GAP_ACTIONS else None
    return [AuditGap(entry.id, int(text))] if text and text.isascii() and text.isdecimal() else []


def _is_named(head: AuditHead, gaps: Iterable[AuditGap]) -> bool:
    return any(gap.id <= head.id <= gap.last_missing for gap in gaps)
