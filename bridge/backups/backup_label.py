"""The label of a backup, which is its file's name, and which backups are stored how long."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from service.domain.clock_trust import Cutoff
from service.domain.settings import DAILY_BACKUPS, WEEKLY_BACKUPS
from service.domain.times import Millis
from service.store.engine.migrations import SCHEMA_VERSION
from service.version import VERSION

DAILY = "daily"
WEEKLY = "weekly"
MANUAL = "manual"
BEFORE_UPGRADE = "before_upgrade"

ENDING = ".cpbackup"
_NAME = re.compile(r"counterpart-([0-9a-f]{6})-\d{8}-\d{6}(?:-\d+)?-(daily|manual)\.cpbackup", re.ASCII)


def select_daily(moments: Sequence[Millis]) -> set[Millis]:
    """Of the moments of nightly backups, those retained for their day; days are local."""
    days: dict[tuple[int, ...], Millis] = {}
    for moment in sorted(set(moments), reverse=True):
        local = _to_local(moment)
        days.setdefault((local.year, local.month, local.day), moment)
    return set(list(days.values())[:DAILY_BACKUPS])


def select_weekly(moments: Sequence[Millis]) -> set[Millis]:
    """Those retained for their week, Monday to Sunday."""
    weeks: dict[tuple[int, int], Millis] = {}
    for moment in sorted(set(moments), reverse=True):
        year, week, _ = _to_local(moment).isocalendar()
        weeks.setdefault((year, week), moment)
    return set(list(weeks.values())[:WEEKLY_BACKUPS])


def select_expired(moments: Sequence[Millis], cutoff: Cutoff) -> set[Millis]:
    """Those to be deleted. One from after `cutoff` replaces no other: its time may be wrong."""
    passed = [moment for moment in moments if moment <= cutoff.at]
    return set(passed) - select_daily(passed) - select_weekly(passed)


def _to_local(moment: Millis) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone()


class Label(msgspec.Struct, frozen=True):
    """A backup's label. `size` is that of the database inside, in bytes, if it is encrypted;
    `audit_id` and `audit_hash` (hexadecimal) are the audit's head when it was made.
    """

    at: Millis
    kind: str
    version: str = VERSION
    schema: int = SCHEMA_VERSION
    size: int = 0
    audit_id: int = 0
    audit_hash: str = ""


def encode_label(label: Label) -> str:
    return msgspec.json.encode(label).decode()


def decode_label(text: str | bytes) -> Label | None:
    """Decodes a label; None if it is no label of any version."""
    try:
        return msgspec.json.decode(text, type=Label)
    except msgspec.DecodeError:
        return None


def installation_mark(origin: Millis | None) -> str:
    """Six digits that tell the backups of one installation from others in the same folder."""
    return hashlib.sha256(str(origin).encode()).hexdigest()[:6]


def format_stamp(moment: Millis) -> str:
    """`20261120-013000`, local time."""
    return f"{datetime.fromtimestamp(moment / 1000, UTC).astimezone():%Y%m%d-%H%M%S}"


def free_name(folder: Path, mark: str, label: Label) -> Path:
    """A path that does not exist yet."""
    return find_free(lambda more: folder / f"counterpart-{mark}-{format_stamp(label.at)}{more}-{label.kind}{ENDING}")


def find_free(name: Callable[[str], Path]) -> Path:
    """The first path that is free, with a number if need be: a clock shows some moments twice."""
    path, number = name(""), 1
    while path.exists():
        number += 1
        path = name(f"-{number}")
    return path


def name_replaced(database: Path, at: Millis) -> Path:
    """Where a database that another one replaces is kept."""
    return find_free(lambda more: database.with_name(f"replaced-{format_stamp(at)}{more}.db"))


def is_own(file: Path, mark: str) -> bool:
    """Whether the file's name says that this installation made it."""
    match = _NAME.fullmatch(file.name)
    return match is not None and match[1] == mark


def is_nightly(file: Path, mark: str) -> bool:
    """Whether the file's name says that this installation made it at night."""
    match = _NAME.fullmatch(file.name)
    return match is not None and match.groups() == (mark, DAILY)


def kind_from_name(file: Path) -> str:
    """The kind in a file's name; a name that the owner chose means a manual backup."""
    if file.name.endswith(f"-{BEFORE_UPGRADE}{ENDING}"):
        return BEFORE_UPGRADE
    match = _NAME.fullmatch(file.name)
    return match[2] if match else MANUAL
