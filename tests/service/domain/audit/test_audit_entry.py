"""One entry of the audit: its bounds, its hash, and that no secret is in it."""

from __future__ import annotations

import hashlib
import json

from hypothesis import given
from hypothesis import strategies as st

from service.domain.audit.audit_entry import (
    MAX_DETAILS,
    NO_HASH,
    NO_HEAD,
    Actor,
    AuditEntry,
    AuditHead,
    Origin,
    OwnerAction,
    compute_hash,
    make_entry,
    name_host,
)
from service.domain.keys import generate_key
from tests.fakes.clock import START

ORIGIN = Origin(Actor.WINDOW, lambda: START)


def make(subject: str = "Till", shop: str = "My shop", **details: str) -> AuditEntry:
    return make_entry(NO_HEAD, ORIGIN, OwnerAction.KEY_MADE, shop=shop, subject=subject, details=details)


def test_an_entry_says_when_who_what_and_is_hashed_with_the_one_before() -> None:
    entry = make(number="3")
    assert (entry.id, entry.at, entry.actor, entry.action) == (1, START, "window", "key_made")
    assert entry.values == {"number": "3"}
    written = f'[1,{START},"window","key_made","My shop","Till","{{\\"number\\":\\"3\\"}}"]'
    assert entry.hash == hashlib.sha256(bytes(32) + written.encode()).digest()
    assert make(place="سترة").details == '{"place":"سترة"}', "the hash counts the text that is stored"
    following = make_entry(
        AuditHead(1, entry.hash), ORIGIN, OwnerAction.KEY_REVOKED, shop="", subject="Till", details={}
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
