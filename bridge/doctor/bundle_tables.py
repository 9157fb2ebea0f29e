"""The tables of the support bundle: calls, keys and deliveries as numbers and known words.

A key has its number and its first characters, which the owner sees too. No text that somebody typed
is in them: the name of a key may be a person's, or have a telephone number in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from service.domain.audit import AuditEntry
from service.domain.call_log.calls import Call, count_repeats
from service.domain.keys import ApiKey
from service.domain.times import Millis, format_rfc3339
from service.domain.webhooks.events import Attempt, Delivery
from service.files.csv_export import Value, csv_lines

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_ROUTES = (
    (re.compile(r"/v1/items", re.ASCII), "/v1/items"),
    (re.compile(r"/v1/orders", re.ASCII), "/v1/orders"),
    (re.compile(r"/v1/openapi\.json", re.ASCII), "/v1/openapi.json"),
    (
        re.compile(r"/v1/orders/[^/]+/(?:confirm_fitment|accept|reject|ready|dispatched|delivered)"),
        "/v1/orders/…/action",
    ),
    (re.compile(r"/v1/.*", re.DOTALL), "/v1/…"),
)
_CODE = re.compile(r"[a-z_]{1,40}", re.ASCII)
_IGNORED = re.compile(r"(?:fields|parameters) ignored: (.*)", re.DOTALL)
_REJECTED = re.compile(r"row \d+(?: \(.*?\))?: (.*)", re.DOTALL)
_MORE_REJECTED = re.compile(r"(\d+) more rows were rejected")
_FIELD = re.compile(r"([a-z_]{1,40})(?:\[\d+\])?(?:\.[a-z_]{1,40})?: ", re.ASCII)

DeliveryRecord = tuple[Delivery, tuple[Attempt, ...]]
"""A delivery and its attempts, oldest first."""


def format_calls(calls: Iterable[Call]) -> str:
    """When, what and how it ended; no bodies, no message, no query, no key's name: those may
    hold anything. Of notes the kinds, the numbers and the names of fields.
    """
    rows = ["at,key,method,route,status,duration_ms,request_bytes,response_bytes,error,repeats,notes"]
    for call in calls:
        method = call.method if call.method in _METHODS else "other"
        error = call.error if call.error and _CODE.fullmatch(call.error) else ""
        rows.append(
            f"{format_rfc3339(call.at)},{call.key_id or ''},{method},{_match_route(call.path)},{call.status},"
            f"{call.duration_us / 1000:.1f},{call.request_bytes},{call.response_bytes},{error},"
            f"{count_repeats(call.facts)},{_summarise_notes(call.notes)}"
        )
    return "\n".join(rows) + "\n"


def format_keys(keys: Iterable[ApiKey]) -> str:
    """Each key's number, first characters and moments."""
    header = ("key", "begins", "shop", "created_at", "last_used_at", "expires_at", "revoked_at")
    rows: list[tuple[Value, ...]] = [
        (
            key.id,
            key.prefix,
            key.shop_id,
            format_rfc3339(key.created_at),
            *(_format_moment(at) for at in (key.last_used_at, key.expires_at, key.revoked_at)),
        )
        for key in keys
    ]
    return "".join(csv_lines(header, rows))


def format_audit(entries: Iterable[AuditEntry]) -> str:
    """Each entry's number, moment, actor and action with its hash; names and details stay out."""
    rows = ["entry,at,actor,action,hash"]
    rows += [
        f"{entry.id},{format_rfc3339(entry.at)},{entry.actor},{entry.action},{entry.hash.hex()}" for entry in entries
    ]
    return "\n".join(rows) + "\n"


def format_deliveries(deliveries: Iterable[DeliveryRecord]) -> str:
    """Each delivery's target by number, its state, and what its last attempt met."""
    rows = ["created_at,target,event,test,state,attempts,next_attempt_at,last_status,last_fault,last_ms"]
    for delivery, attempts in deliveries:
        last = attempts[-1] if attempts else None
        status = "" if last is None or last.status is None else str(last.status)
        fault = last.fault if last is not None and last.fault and _CODE.fullmatch(last.fault) else ""
        rows.append(
            f"{format_rfc3339(delivery.created_at)},{delivery.target_id},{delivery.kind.value},{int(delivery.test)},"
            f"{delivery.state.value},{delivery.attempts},{_format_moment(delivery.next_attempt_at)},{status},{fault},"
            f"{'' if last is None else last.duration_ms}"
        )
    return "\n".join(rows) + "\n"


def _format_moment(at: Millis | None) -> str:
    return "" if at is None else format_rfc3339(at)


def _summarise_notes(notes: Iterable[str]) -> str:
    """`rejected 2: price_fils; ignored: price_fil`."""
    rejected, fields, ignored = 0, dict[str, None](), dict[str, None]()
    for note in notes:
        if match := _REJECTED.fullmatch(note):
            rejected += 1
            fields |= dict.fromkeys(_FIELD.findall(match.group(1)))
        elif match := _MORE_REJECTED.match(note):
            rejected += int(match.group(1))
        elif match := _IGNORED.fullmatch(note):
            ignored |= dict.fromkeys(name for name in match.group(1).split(", ") if _CODE.fullmatch(name))
    parts = []
    if rejected:
        parts.append(f"rejected {rejected}: {' '.join(fields)}".rstrip(" :"))
    if ignored:
        parts.append(f"ignored: {' '.join(ignored)}")
    return "; ".join(parts)


def _match_route(path: str) -> str:
    plain = path.partition("?")[0]
    return next((name for pattern, name in _ROUTES if pattern.fullmatch(plain)), "other")
