"""How a command gives its pairing code to the running service: through the database, for a moment.

Only what is derived from the code is written. The service takes it into memory and deletes it.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from service.domain.times import MINUTE, Millis
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import read_settings, write_setting

_NAME = "pairing_handover"
_TOO_OLD = MINUTE


class HandedCode(Struct, frozen=True):
    """A code for a shop, by the key that is derived from it and from the pin."""

    shop_id: int
    pin: str
    key: bytes
    at: Millis


def hand_over(tx: Tx, code: HandedCode) -> None:
    """Leaves a code for the running service."""
    write_setting(tx, _NAME, msgspec.json.encode(code).decode())


def is_waiting(db: ReadTx) -> bool:
    """Whether a code waits to be taken."""
    return _NAME in read_settings(db)


def take_over(tx: Tx, now: Millis) -> HandedCode | None:
    """Takes the code and deletes it; None where there is none, or one that was left long ago."""
    text = read_settings(tx).get(_NAME)
    if text is None:
        return None
    write_setting(tx, _NAME, None)
    try:
        code = msgspec.json.decode(text, type=HandedCode)
    except msgspec.DecodeError:
        return None
    return code if abs(now - code.at) <= _TOO_OLD else None
