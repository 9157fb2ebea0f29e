"""A backup, and what a restore of it brings back."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup: its time, its size, whether it was verified, and its contents."""

    path: str
    at: Millis
    size: int
    verified: bool
    encrypted: bool
    kind: str
    """daily, weekly, manual or before_upgrade."""


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What a restore brings back."""

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
    """The result of a restore. `replaced_path` is where the earlier data is now, empty if there was
    none.

    `missing_orders` are the references of live orders that only the earlier data has, oldest first.
    """

    replaced_path: str
    missing_orders: tuple[str, ...] = ()
