"""The position of a reader of the event feed, as an opaque text (contract §9).

A cursor names the shop, the position of the last event that was read, and the epochs that the
reader knows. A restore begins a new epoch: events after it are others than those that had the same
positions before. A reader whose epoch is no longer known continues where the newest epoch that both
know ended.
"""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from service.domain.errors import BadRequest

MAX_CURSOR_LENGTH = 600
_MAX_EPOCHS = 16
_CHECK_BYTES = 4
_MAX_INTEGER = 2**63 - 1


class Epoch(NamedTuple):
    """The feed between two restores: a random name, and the position after which it begins."""

    name: int
    after: int


class FeedCursor(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A position in one shop's feed, with the epochs known when the cursor was
    made, oldest first. `part` counts the items of the next write that were given already.
    """

    shop_id: int
    position: int
    epochs: tuple[Epoch, ...]
    part: int = 0


_decode = msgspec.msgpack.Decoder(FeedCursor).decode
_encode = msgspec.msgpack.Encoder().encode


def format_cursor(cursor: FeedCursor) -> str:
    """The text that a caller gets."""
    packed = _encode(cursor)
    return urlsafe_b64encode(zlib.crc32(packed).to_bytes(_CHECK_BYTES) + packed).decode("ascii").rstrip("=")


def parse_cursor(text: str) -> FeedCursor:
    """Parses a cursor. Raises BadRequest for text that this service never made."""
    if len(text) > MAX_CURSOR_LENGTH or not text.isascii():
        raise _make_foreign()
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        cursor = _decode(data[_CHECK_BYTES:])
    except (binascii.Error, ValueError, msgspec.DecodeError, RecursionError) as error:
        raise _make_foreign() from error
    # Not every text that decodes is a real cursor: only the one canonical spelling is.
    if format_cursor(cursor) != text:
        raise _make_foreign()
    return cursor


def make_cursor(shop_id: int, position: int, epochs: Sequence[Epoch], part: int = 0) -> FeedCursor:
    """The cursor after a position, of this database."""
    return FeedCursor(shop_id, position, tuple(epochs[-_MAX_EPOCHS:]), part)


def find_position(cursor: FeedCursor, shop_id: int, epochs: Sequence[Epoch]) -> int:
    """The position that a cursor means here. Raises BadRequest for that of another shop."""
    if cursor.shop_id != shop_id:
        raise _make_foreign()
    ends = {
        epoch.name: following.after
        for epoch, following in zip(epochs, [*epochs[1:], Epoch(0, _MAX_INTEGER)], strict=True)
    }
    position = cursor.position
    for epoch in reversed(cursor.epochs):
        if epoch.name in ends:
            return min(position, ends[epoch.name])
        # The reader knows this epoch and we do not: what both have in common ended where it began.
        position = min(position, epoch.after)
    raise _make_foreign()


def _make_foreign() -> BadRequest:
    return BadRequest(
        "after must be a cursor that this shop's feed gave as next. Leave it out to begin with the oldest event, "
        "or send latest."
    )
