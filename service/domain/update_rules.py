"""Rules for updates: when the program looks for a newer version, and when it may install one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum
from typing import Final

from service.domain.sentences import Sentence
from service.domain.times import DAY, HOUR, MINUTE, Millis

LOOK_EVERY: Millis = DAY
RETRY_AFTER: Millis = HOUR
"""After a look that failed, such as without a network."""

QUIET_FOR: Millis = 30 * MINUTE
"""The time without a call from a till before an installation by itself."""

NIGHT_BEGINS, NIGHT_ENDS = 23, 6
"""Local hours of the night in which the program installs by itself."""


class UpdateChoice(StrEnum):
    """What the owner chose in Settings."""

    OFF = "off"
    LOOK = "look"
    INSTALL = "install"


@dataclass(frozen=True, slots=True)
class UpdateStatus:
    """What is known of newer versions.

    `version` is empty without a newer one; `changes_en` and `changes_ar` say what changed in it.
    `is_ready` says that its package is on this computer. `fault` is why the last look or the last
    installation failed. `has_feed` is False for a copy that was built without an update feed.
    `installs_alone` is False where an installation needs a person each time. `command` is what a
    person runs to install it, where the system's package manager does that.
    """

    version: str = ""
    changes_en: str = ""
    changes_ar: str = ""
    is_ready: bool = False
    looked_at: Millis | None = None
    fault: Sentence | None = None
    has_feed: bool = True
    installs_alone: bool = True
    command: str = ""


NO_FEED: Final = UpdateStatus(has_feed=False)
"""What a copy that was built without an update feed knows."""


@dataclass(frozen=True, slots=True)
class Work:
    """What an installation would interrupt: open orders of live shops, and the last call."""

    open_orders: int
    last_call: Millis | None


def next_look(looked_at: Millis | None, now: Millis) -> Millis:
    """When the next look is due. A last look in the future does not count: the clock was wrong."""
    if looked_at is None or looked_at > now:
        return now
    return looked_at + LOOK_EVERY


def may_install(work: Work, now: Millis, zone: tzinfo | None) -> bool:
    """Whether an installation by itself disturbs nobody: at night, with no open order and no call
    for half an hour. `zone` None is the computer's own.
    """
    hour = datetime.fromtimestamp(now / 1000, zone).hour
    is_night = hour >= NIGHT_BEGINS or hour < NIGHT_ENDS
    is_quiet = work.last_call is None or not 0 <= now - work.last_call < QUIET_FOR
    return is_night and is_quiet and not work.open_orders
