"""A notification about an order, and the port that shows it with buttons where the desktop can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

OrderKey = tuple[int, str]
"""A shop's id and an order's reference."""


class NoticeAction(StrEnum):
    """What the owner pressed on a notification."""

    OPEN = "open"
    ACCEPT = "accept"


@dataclass(frozen=True, slots=True)
class OrderNotice:
    """`accept_label` is empty where there is nothing to accept."""

    order: OrderKey
    title: str
    text: str
    open_label: str
    accept_label: str = ""
    is_urgent: bool = False


class OrderNotices(Protocol):
    """Shows notices; no call waits. The callbacks come from any thread."""

    def start(self, on_action: Callable[[OrderKey, NoticeAction], None]) -> None: ...

    def show(self, notice: OrderNotice, on_unshown: Callable[[], None]) -> None:
        """Shows it in place of an earlier one about the same order, or calls `on_unshown`."""
        ...

    def hide(self, order: OrderKey) -> None: ...

    def close(self) -> None: ...


class NoNotices:
    """For systems whose notifications have no buttons for programs like this (Windows, macOS): the
    tray shows a message, and a click on it opens the order.
    """

    def start(self, on_action: Callable[[OrderKey, NoticeAction], None]) -> None:
        """There are no buttons."""

    def show(self, notice: OrderNotice, on_unshown: Callable[[], None]) -> None:  # noqa: ARG002 - nothing shows it
        on_unshown()

    def hide(self, order: OrderKey) -> None:
        """Nothing was shown."""

    def close(self) -> None:
        """Nothing was started."""
