"""One entry of the audit: its bounds, its hash, and that no secret is in it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.domain.audit import (
    MAX_DETAILS,
    NO_HASH,
    NO_HEAD,
    Actor,
    AuditEntry,
    AuditGap,
    AuditHead,
    Origin,
    OwnerAction,
    check_chain,
    compute_hash,
    make_entry,
    name_host,
)
from service.domain.keys import generate_key
from tests.fakes.clock import START

ORIGIN = Origin(Actor.COMMAND_LINE, lambda: 7)
ORIGIN_AUDIT = Origin(Actor.WINDOW, lambda: START)


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


def make(subject: str = "Till", shop: str = "My shop", **details: str) -> AuditEntry:
    return make_entry(NO_HEAD, ORIGIN_AUDIT, OwnerAction.KEY_MADE, shop=shop, subject=subject, details=details)


def test_an_entry_says_when_who_what_and_is_hashed_with_the_one_before() -> None:
    entry = make(number="3")
    assert (entry.id, entry.at, entry.actor, entry.action) == (1, START, "window", "key_made")
    assert entry.values == {"number": "3"}
    written = f'[1,{START},"window","key_made","My shop","Till","{{\\"number\\":\\"3\\"}}"]'
    assert entry.hash == hashlib.sha256(bytes(32) + written.encode()).digest()
    assert make(place="سترة").details == '{"place":"سترة"}', "the hash counts the text that is stored"
    following = make_entry(
        AuditHead(1, entry.hash), ORIGIN_AUDIT, OwnerAction.KEY_REVOKED, shop="", subject="Till", details={}
    )
    assert following.id == 2
    assert following.hash == compute_hash(entry.hash, following) != compute_hash(NO_HASH, following)


@given(st.text(max_size=400), st.dictionaries(st.sampled_from("abcdefghijklmnop"), st.text(max_size=400)))
def test_an_entry_has_a_bounded_size_whatever_the_texts_are(subject: str, details: dict[str, str]) -> None:
    entry = make(subject, subject, **details)
    assert len(entry.subject.encode()) <= 240
    assert len(entry.shop.encode()) <= 240
    assert len(entry.values) <= MAX_DETAILS
    assert all(len(value.encode()) <= 240 for value in entry.values.values())
    assert len(entry.details.encode()) <= 20_000
    assert isinstance(json.loads(entry.details), dict)


def test_a_secret_that_gets_into_a_text_is_removed() -> None:
    key = generate_key(staging=False)
    entry = make(f"Till {key}", key, note=f"x{key}", other="whsec_" + "A" * 44)
    assert key not in repr(entry)
    assert "AAAA" not in entry.details
    assert key.removeprefix("cp_live_") not in entry.details


def test_of_an_address_only_scheme_host_and_port_are_named() -> None:
    assert name_host("https://hooks.example.com/T0/B0/sesame?token=1") == "https://hooks.example.com"
    assert name_host("http://user:pw@10.0.0.2:9000/x") == "http://10.0.0.2:9000"
    assert name_host("postgresql://shop@one:5433,two:5434/parts?sslkey=x") == "postgresql://one:5433,two:5434"


def test_details_that_somebody_changed_are_no_fault() -> None:
    broken = AuditEntry(1, 0, "window", "key_made", "", "", "{not json")
    assert broken.values == {}
    assert AuditEntry(1, 0, "window", "key_made", "", "", "[1]").values == {}


def test_the_person_is_a_detail_unless_it_is_the_owner() -> None:
    by_name = make_entry(
        NO_HEAD, Origin(Actor.WINDOW, lambda: START, "Sara"), OwnerAction.KEY_MADE, shop="", subject="", details={}
    )
    assert (by_name.person, by_name.values) == ("Sara", {"by": "Sara"})
    assert (make().person, make().values) == ("", {})


def test_texts_are_cut_to_240_bytes_and_a_lone_surrogate_is_a_question_mark() -> None:
    entry = make("x" * 241, "ق" * 121, note="y" * 241)
    assert (entry.subject, entry.shop) == ("x" * 237 + "…", "ق" * 118 + "…")
    assert entry.values["note"] == "y" * 237 + "…"
    assert make("Till \ud800", note="\ud800").subject == "Till ?"


def test_an_entry_has_the_first_12_details() -> None:
    details = {f"d{number:02}": "x" for number in range(13)}
    assert list(make(**details).values) == [f"d{number:02}" for number in range(12)]
