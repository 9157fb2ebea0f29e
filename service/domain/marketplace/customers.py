"""The customer of an order by phone: what the shop wrote down. It stays on this computer."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

MAX_CUSTOMER_NAME = 100
MAX_PHONE = 40
MAX_CUSTOMER_ADDRESS = 300
MAX_NOTE = 500


@dataclass(frozen=True, slots=True)
class Customer:
    """Texts without control characters, each within its bound; empty where nothing was written.

    No repr has them, so no log or traceback does.
    """

    name: str = ""
    phone: str = ""
    address: str = ""
    note: str = ""

    def __repr__(self) -> str:
        return "Customer(…)"

    def __bool__(self) -> bool:
        return any((self.name, self.phone, self.address, self.note))


NOBODY = Customer()
"""Nothing was written down."""


def tidy_customer(name: str = "", phone: str = "", address: str = "", note: str = "") -> Customer:
    """What was typed, with single spaces, without control characters, cut to its bounds."""
    return Customer(
        _tidy(name, MAX_CUSTOMER_NAME),
        _tidy(phone, MAX_PHONE),
        _tidy(address, MAX_CUSTOMER_ADDRESS),
        _tidy(note, MAX_NOTE),
    )


def _tidy(text: str, most: int) -> str:
    """Control and format characters become spaces, but not those that join Arabic letters."""
    kept = (char if char in "\u200c\u200d" or unicodedata.category(char)[0] != "C" else " " for char in text)
    return " ".join("".join(kept).split())[:most].strip()
