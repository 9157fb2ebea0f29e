"""The chain: whatever is changed, removed, added or moved is found at its first entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.domain.audit.audit_chain import AuditGap, check_chain
from service.domain.audit.audit_entry import (
    NO_HEAD,
    Actor,
    AuditEntry,
    AuditHead,
    Origin,
    OwnerAction,
    compute_hash,
    make_entry,
)

ORIGIN = Origin(Actor.COMMAND_LINE, lambda: 7)


def make_chain(length: int, head: AuditHead = NO_HEAD) -> list[AuditEntry]:
    entries = []
    for number in range(length):
        entry = make_entry(head, ORIGIN, OwnerAction.KEY_MADE, shop="", subject=f"Till {number}", details={})
        entries.append(entry)
        head = AuditHead(entry.id, entry.hash)
    return entries


def head_of(entry: AuditEntry) -> AuditHead:
    return AuditHead(entry.id, entry.hash)


def test_a_whole_chain_is_whole() -> None:
    chain = make_chain(5)
    report = check_chain(chain, [head_of(chain[1]), head_of(chain[-1])])
    assert (report.is_whole, report.head) == (True, head_of(chain[-1]))
    assert check_chain([]).is_whole


@given(st.integers(0, 5), st.sampled_from(["at", "actor", "action", "shop", "subject", "details", "hash", "id"]))
def test_a_changed_entry_is_the_first_that_is_named(place: int, field: str) -> None:
    chain = make_chain(6)
    value: Any = getattr(chain[place], field)
    changed: Any = value + 1 if isinstance(value, int) else value[::-1] + (b"x" if isinstance(value, bytes) else "x")
    chain[place] = replace(chain[place], **{field: changed})
    report = check_chain(chain)
    assert (report.broken, report.head.id) == (place + 1, place)


@given(st.integers(0, 4))
def test_a_changed_entry_with_a_hash_that_fits_breaks_the_next_one(place: int) -> None:
    chain = make_chain(6)
    changed = replace(chain[place], subject="other")
    before = chain[place - 1].hash if place else NO_HEAD.hash
    chain[place] = replace(changed, hash=compute_hash(before, changed))
    assert check_chain(chain).broken == place + 2


@given(st.integers(0, 4))
def test_a_removed_entry_is_found(place: int) -> None:
    chain = make_chain(6)
    del chain[place]
    assert check_chain(chain).broken == place + 1


def test_entries_that_changed_places_are_found() -> None:
    chain = make_chain(4)
    chain[1], chain[2] = chain[2], chain[1]
    assert check_chain(chain).broken == 2


def test_a_tail_that_was_cut_is_found_only_by_a_head_from_elsewhere() -> None:
    chain = make_chain(6)
    cut = chain[:4]
    assert check_chain(cut).is_whole
    report = check_chain(cut, [head_of(chain[2]), head_of(chain[5]), head_of(chain[4])])
    assert (report.broken, report.missing) == (None, head_of(chain[5]))


def test_a_chain_that_was_written_again_is_found_by_a_head_from_elsewhere() -> None:
    chain, other = make_chain(4), make_chain(3)
    forged = [*other, *make_chain(2, head_of(other[-1]))]
    forged[0] = replace(forged[0], subject="forged")
    head, again = NO_HEAD, []
    for entry in forged:
        made = replace(entry, hash=compute_hash(head.hash, entry))
        head = head_of(made)
        again.append(made)
    assert check_chain(again).is_whole
    assert check_chain(again, [head_of(chain[1])]).missing == head_of(chain[1])


def test_what_the_chain_itself_says_is_missing_is_a_gap_and_no_cut() -> None:
    chain = make_chain(6)
    start = chain[:3]
    gap = make_entry(
        head_of(start[-1]), ORIGIN, OwnerAction.GAP_FOUND, shop="", subject="6",
        details={"missing_id": "6", "missing_hash": chain[5].hash.hex()},
    )  # fmt: skip
    after = [*start, gap, *make_chain(4, head_of(gap))]
    report = check_chain(after, [head_of(chain[5]), head_of(chain[4]), head_of(after[-1])])
    assert (report.is_whole, report.gaps) == (True, (AuditGap(4, 6),))
    assert check_chain(after, [replace(head_of(chain[1]), hash=bytes(32))]).missing is not None


def test_only_a_restore_or_a_gap_that_was_found_says_what_is_missing() -> None:
    def report_of(action: OwnerAction, **details: str) -> tuple[AuditGap, ...]:
        return check_chain([make_entry(NO_HEAD, ORIGIN, action, shop="", subject="", details=details)]).gaps

    assert report_of(OwnerAction.RESTORED, missing_id="9") == (AuditGap(1, 9),)
    assert report_of(OwnerAction.RESTORED) == ()
    assert report_of(OwnerAction.RESTORED, missing_id="") == ()
    assert report_of(OwnerAction.GAP_FOUND, missing_id="٩") == ()
    assert report_of(OwnerAction.GAP_FOUND, missing_id="x") == ()
    assert report_of(OwnerAction.KEY_MADE, missing_id="9") == ()
