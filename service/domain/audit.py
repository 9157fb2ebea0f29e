"""The log of what the owner did: its entries, and the chain that shows a changed or missing one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlsplit

from service.domain.call_log.calls import cut_text
from service.domain.redaction import redact_text
from service.domain.times import Millis, SystemClock

NO_HASH = bytes(32)
"""What stands for the hash before the first entry."""

MAX_SUBJECT_BYTES = 240
MAX_VALUE_BYTES = 240
MAX_DETAILS = 12
PERSON, COUNTER = "by", "counter"
"""The details that name the person, and the further counter."""


"""Details of an entry; each has a name of the program and a value of at most 240 bytes."""


class Actor(StrEnum):
    """Through what the owner acted; `PROGRAM` is the program by itself."""

    WINDOW = "window"
    COMMAND_LINE = "command line"
    PROGRAM = "program"


class OwnerAction(StrEnum):
    KEY_MADE = "key_made"
    KEY_RENAMED = "key_renamed"
    KEY_EXPIRY_CHANGED = "key_expiry_changed"
    KEY_REVOKED = "key_revoked"
    COUNTER_ADDED = "counter_added"
    COUNTER_REVOKED = "counter_revoked"
    COMPUTER_JOINED = "computer_joined"
    SECRETS_FORGOTTEN = "secrets_forgotten"
    TARGET_ADDED = "target_added"
    TARGET_CHANGED = "target_changed"
    TARGET_SWITCHED = "target_switched"
    TARGET_REMOVED = "target_removed"
    ROTATION_BEGUN = "secret_rotated"
    ROTATION_ENDED = "secret_switched"
    MODE_SWITCHED = "mode_switched"
    READ_ONLY_SWITCHED = "read_only_switched"
    VAT_CHANGED = "vat_changed"
    VAT_NUMBER_CHANGED = "vat_number_changed"
    PRICES_CHANGED = "prices_changed"
    ITEMS_SWITCHED = "items_switched"
    SHOP_ADDED = "shop_added"
    SHOP_RENAMED = "shop_renamed"
    SETTING_CHANGED = "setting_changed"
    PULL_SET_UP = "pull_set_up"
    PULL_FORGOTTEN = "pull_forgotten"
    PULL_APPROVED = "pull_approved"
    RUN_UNDONE = "run_undone"
    UPLOAD_UNDONE = "upload_undone"
    LINK_SET = "link_set"
    LINK_SWITCHED = "link_switched"
    LINK_REMOVED = "link_removed"
    LINK_APPROVED = "link_approved"
    CLOCK_CONFIRMED = "clock_confirmed"
    CERTIFICATE_REPLACED = "certificate_replaced"
    ALERT_ADDED = "alert_added"
    ALERT_CHANGED = "alert_changed"
    ALERT_REMOVED = "alert_removed"
    HEARTBEAT_SET = "heartbeat_set"
    HEARTBEAT_REMOVED = "heartbeat_removed"
    PERSON_ADDED = "person_added"
    PERSON_RENAMED = "person_renamed"
    PERSON_SWITCHED = "person_switched"
    PIN_SET = "pin_set"
    PIN_REMOVED = "pin_removed"
    PIN_TRIED = "pin_tried"
    """Wrong tries in a row, from the fifth on."""
    SUPPORT_VIEW_SWITCHED = "support_view_switched"
    RESTORED = "backup_restored"
    MOVED = "data_moved"
    MOVE_UNDONE = "move_undone"
    GAP_FOUND = "gap_found"
    """Entries that were written are missing: the database was replaced or cut."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who writes, and the clock of the process. `person` is the name at the counter, or the
    computer's user of a command; "" is the owner. `counter` is the name of a further counter.
    """

    actor: Actor
    now: Callable[[], Millis]
    person: str = ""
    counter: str = ""


PROGRAM_ORIGIN = Origin(Actor.PROGRAM, SystemClock().now)
"""The origin of a write that names no other."""


@dataclass(frozen=True, slots=True)
class AuditHead:
    """The newest entry's number and hash: they stand for all entries up to it."""

    id: int
    hash: bytes


NO_HEAD = AuditHead(0, NO_HASH)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One entry; `details` is a JSON object of texts, exactly as it is hashed."""

    id: int
    at: Millis
    actor: str
    action: str
    shop: str
    subject: str
    details: str
    hash: bytes = NO_HASH

    @property
    def person(self) -> str:
        """Who it was by name; "" if no name was chosen."""
        return self.values.get(PERSON, "")

    @property
    def counter(self) -> str:
        """The further counter; "" for the computer with the service."""
        return self.values.get(COUNTER, "")

    @property
    def values(self) -> dict[str, str]:
        """The details; empty if they are no JSON object, as somebody changed them."""
        try:
            decoded = json.loads(self.details)
        except ValueError:
            return {}
        return {str(name): str(value) for name, value in decoded.items()} if isinstance(decoded, dict) else {}


def compute_hash(previous: bytes, entry: AuditEntry) -> bytes:
    """SHA-256 of the previous entry's hash and of this entry as a JSON array."""
    fields = [entry.id, entry.at, entry.actor, entry.action, entry.shop, entry.subject, entry.details]
    text = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(previous + text.encode("ascii")).digest()


def make_entry(
    before: AuditHead, origin: Origin, action: OwnerAction, *, shop: str, subject: str, details: Mapping[str, str]
) -> AuditEntry:
    """The entry after `before`, with its hash: texts cut to their bounds, secrets removed."""
    named = {PERSON: origin.person, COUNTER: origin.counter, **details}
    named = {name: value for name, value in named.items() if value or name not in (PERSON, COUNTER)}
    bounded = {name: _tidy(value, MAX_VALUE_BYTES) for name, value in list(named.items())[:MAX_DETAILS]}
    entry = AuditEntry(
        before.id + 1,
        origin.now(),
        origin.actor.value,
        action.value,
        _tidy(shop, MAX_SUBJECT_BYTES),
        _tidy(subject, MAX_SUBJECT_BYTES),
        json.dumps(bounded, ensure_ascii=False, separators=(",", ":")),
    )
    return replace(entry, hash=compute_hash(before.hash, entry))


def name_host(url: str) -> str:
    """Scheme and host of an address: its path and query may hold a secret."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}"


def _tidy(text: str, most: int) -> str:
    return cut_text(redact_text(text.encode("utf-8", "replace").decode()), most)


_GAP_ACTIONS = (OwnerAction.GAP_FOUND.value, OwnerAction.RESTORED.value)


@dataclass(frozen=True, slots=True)
class AuditGap:
    """Entry `id` says that others are missing: from its own number to `last_missing`."""

    id: int
    last_missing: int


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What a check found. `broken`: the number of the first entry that was changed or removed.
    `missing`: the newest entry that was stored elsewhere and is not in the chain. `gaps`: what the
    chain itself says is missing.
    """

    head: AuditHead = NO_HEAD
    broken: int | None = None
    missing: AuditHead | None = None
    gaps: tuple[AuditGap, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing was changed or cut, as far as can be seen."""
        return self.broken is None and self.missing is None


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
