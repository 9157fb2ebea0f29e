"""A backup, and what a restore of it would bring back."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup: when, how big, whether it was verified, and what it holds."""

    path: str
    at: Millis
    size: int
    verified: bool
    encrypted: bool
    kind: str
    """daily, weekly, manual or before_upgrade."""


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What a restore would bring back."""

    backup: Backup
    shops: tuple[str, ...]
    items: int
    orders: int
    calls: int
    targets: int
    has_secrets: bool
    version: str


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """`replaced_path` is where what was there before is kept, empty if nothing was.

    `missing_orders` are the references of live orders that only that database knows, oldest first.
    """

    replaced_path: str
    missing_orders: tuple[str, ...] = ()
