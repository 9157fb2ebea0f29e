"""A link: the upstream's address and key, and the state that its owner sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.errors import Refused
from service.domain.link.rehearsal import OnlyThere
from service.domain.sentences import EMPTY, Sentence, message
from service.domain.times import SECOND, Millis
from service.domain.webhooks.target_addresses import TargetAddress, parse_target_address

LIVE, STAGING = "cp_live_", "cp_test_"
CODE = "link_not_allowed"
PRACTICE_URL = "practice"
"""The address of a practice link: its marketplace runs inside the program."""

FRESH: Millis = 90 * SECOND
"""Milliseconds for which an answered poll counts: three polls of the open orders may be late."""


@dataclass(frozen=True, slots=True)
class UpstreamAddress:
    """A marketplace's base address without a final slash; /v1/items is appended."""

    url: str
    target: TargetAddress

    @property
    def is_loopback(self) -> bool:
        return self.target.host == "localhost" or (self.target.literal is not None and self.target.literal.is_loopback)

    @property
    def is_private(self) -> bool:
        """Whether the address is, by its number, this computer or one of the local network."""
        return self.is_loopback or (self.target.literal is not None and self.target.literal.is_private)

    @property
    def needs_word(self) -> bool:
        """Whether the owner has to agree first: others on the local network could read the key."""
        return self.target.scheme == "http" and not self.is_loopback


def parse_upstream_address(text: str) -> UpstreamAddress:
    """Parses the address that the owner typed. Raises Refused with what to do."""
    scheme, _, rest = text.strip().partition("://")
    if scheme.lower() not in ("http", "https"):
        raise Refused.saying(CODE, "The address of a marketplace must begin with https://.")
    if "@" in rest.partition("/")[0]:
        raise Refused.saying(CODE, "The address has a user name or password in it. Leave it out: the key is enough.")
    target = parse_target_address(text)
    if "?" in target.url:
        raise Refused.saying(CODE, "The address has a ? part; give the base address of the marketplace.")
    url = target.url.rstrip("/").removesuffix("/v1").rstrip("/")
    far = UpstreamAddress(url, target)
    if target.scheme == "http" and not far.is_private:
        raise Refused.saying(
            CODE, "{host} is not on this network, so http would show the key to others. Use https://.", host=target.host
        )
    return far


def check_key(key: str, *, staging: bool) -> str:
    """The key as it is sent. Raises Refused for no key, or one of the other kind of shop."""
    text = key.strip()
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        raise Refused.saying(CODE, "That is no key. Copy the whole key from the marketplace's website and paste it.")
    if staging and text.startswith(LIVE):
        raise Refused.saying(CODE, "That is a live key, and this is the staging shop. Use a staging key.")
    if not staging and text.startswith(STAGING):
        raise Refused.saying(CODE, "That is a staging key, and this is the live shop. Use a live key.")
    return text


def check_not_here(far: UpstreamAddress, port: int) -> None:
    """Raises Refused if the address is this installation itself, which listens at `port`."""
    if far.is_loopback and far.target.port == port:
        raise Refused.saying(CODE, "That is this Counterpart itself. Give the address of the marketplace.")


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
    `fault`: why the last call had no answer; None after one that had. `held`: what waits for the
    owner's approval.
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
    """By the age of the last answer and a fault since, not by a connection that may be dead."""
    if not link.is_on:
        return LinkState.OFF, link.off_reason or message("The link is off. Orders and changes wait until it is on.")
    if link.refused:
        return LinkState.REFUSED, link.refused
    if link.fault is not None or not is_fresh(link.last_answer_at, now):
        return LinkState.WAITING, _no_answer(link)
    if not link.approved:
        return LinkState.HELD, _rehearsal(link)
    if link.held:
        return LinkState.HELD, link.held
    if link.full_read_at is None:
        return LinkState.WAITING, message("The marketplace answers; its orders are being read.")
    if link.practice:
        return LinkState.CONNECTED, message("Connected to the practice marketplace. Nothing leaves this computer.")
    return LinkState.CONNECTED, link.notice or EMPTY


def is_fresh(answered_at: Millis | None, now: Millis) -> bool:
    """Whether there was an answer lately. One from the future is from before a clock was set."""
    return answered_at is not None and 0 <= now - answered_at <= FRESH


def _no_answer(link: Link) -> Sentence:
    why = link.fault or EMPTY
    if link.last_answer_at is None:
        return message("The marketplace has not answered yet. {why}", why=why)
    return message("The marketplace does not answer; it is asked again and again. {why}", why=why)


def _rehearsal(link: Link) -> Sentence:
    if link.rehearsed_at is None:
        return message("The marketplace's catalogue is being read, so that you see what would change there.")
    return message("Look at what would change at the marketplace, then approve it. Nothing is sent before.")
