"""The state of a link, in one word and one sentence (link §5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.link.rehearsal import OnlyThere
from service.domain.sentences import EMPTY, Sentence, message
from service.domain.times import SECOND, Millis

PRACTICE_URL = "practice"
"""The address of a practice link: its marketplace runs inside the program."""

FRESH: Millis = 90 * SECOND
"""Milliseconds for which an answered poll counts: three polls of the open orders may be late."""


class LinkState(StrEnum):
    """The state of a link, in one word (contract §10)."""

    CONNECTED = "connected"
    WAITING = "waiting"
    REFUSED = "refused"
    HELD = "held"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is stored; times in milliseconds.

    `approved`: the owner agreed to the rehearsal. `refused`: why upstream does not accept the key.
    `fault`: why the last call had no answer. `held`: what waits for the owner's approval.
    `off_reason`: why the program itself switched the link off. `full_read_at`: when every status
    was last read. `history_read`: whether the first such reading noted the orders that were closed
    before the link.
    """

    shop_id: int
    url: str
    secret_name: str
    is_on: bool
    approved: bool
    only_listed: bool
    practice: bool
    created_at: Millis
    last_answer_at: Millis | None = None
    full_read_at: Millis | None = None
    refused: Sentence | None = None
    fault: Sentence | None = None
    held: Sentence | None = None
    off_reason: Sentence | None = None
    notice: Sentence | None = None
    event_cursor: str | None = None
    event_feed: bool = False
    clock_offset: Millis = 0
    scanned_revision: int = 0
    allowed_revision: int = 0
    compared_at: Millis | None = None
    rehearsed_at: Millis | None = None
    compare_due: bool = False
    only_there: OnlyThere = OnlyThere.LEAVE
    history_read: bool = False


def state_of(link: Link, now: Millis) -> tuple[LinkState, Sentence]:
    """The state by the age of the last answer, never by an open connection, which may be dead for
    hours.
    """
    if not link.is_on:
        return LinkState.OFF, link.off_reason or message("The link is off. Orders and changes wait until it is on.")
    if link.refused:
        return LinkState.REFUSED, link.refused
    if link.last_answer_at is None or not is_fresh(link.last_answer_at, now):
        return LinkState.WAITING, _no_answer(link)
    if not link.approved:
        return LinkState.HELD, _rehearsal(link)
    if link.held:
        return LinkState.HELD, link.held
    if link.full_read_at is None:
        return LinkState.WAITING, message("The marketplace answers; its orders are being read.")
    if link.practice:
        return LinkState.CONNECTED, message("Connected to the practice marketplace. Nothing leaves this computer.")
    return LinkState.CONNECTED, link.notice or message("Connected.")


def is_fresh(answered_at: Millis, now: Millis) -> bool:
    """Whether the answer is recent. One from the future dates from before the clock was set back
    and proves nothing.
    """
    return 0 <= now - answered_at <= FRESH


def _no_answer(link: Link) -> Sentence:
    why = link.fault or EMPTY
    if link.last_answer_at is None:
        return message("The marketplace has not answered yet. {why}", why=why)
    return message("The marketplace does not answer; it is asked again and again. {why}", why=why)


def _rehearsal(link: Link) -> Sentence:
    if link.rehearsed_at is None:
        return message("The marketplace's catalogue is being read, so that you see what would change there.")
    return message("Look at what would change at the marketplace, then approve it. Nothing is sent before.")
