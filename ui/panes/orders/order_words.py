"""The names of statuses, actions and history entries."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.link.order_merge import NOT_GIVEN, REFUND
from service.domain.marketplace.orders import (
    ACCEPT_MINUTES,
    CANCEL,
    EXPIRE,
    EXPIRED_REASON,
    PLACE,
    RESTART_TIME,
    Action,
    Method,
    OrderSort,
    Status,
)
from ui.i18n.formats import Formats
from ui.theme import Tone

translate = QCoreApplication.translate

TONES: dict[Status, Tone] = {
    Status.PLACED: Tone.ACCENT,
    Status.CONFIRMED: Tone.GOOD,
    Status.READY: Tone.GOOD,
    Status.OUT_FOR_DELIVERY: Tone.NEUTRAL,
    Status.DELIVERED: Tone.NEUTRAL,
    Status.CANCELLED: Tone.BAD,
}
ICONS: dict[Action, str] = {
    Action.ACCEPT: "check",
    Action.CONFIRM_FITMENT: "shield-check",
    Action.READY: "package",
    Action.DISPATCHED: "truck",
    Action.DELIVERED: "circle-check",
}


def status_words() -> dict[Status, str]:
    """A status in the words of a badge."""
    return {
        Status.PLACED: translate("OrderWords", "Waiting for you"),
        Status.CONFIRMED: translate("OrderWords", "Confirmed"),
        Status.READY: translate("OrderWords", "Ready"),
        Status.OUT_FOR_DELIVERY: translate("OrderWords", "On the way"),
        Status.DELIVERED: translate("OrderWords", "Delivered"),
        Status.CANCELLED: translate("OrderWords", "Cancelled"),
    }


def method_words() -> dict[Method, str]:
    """How the buyer gets the parts."""
    return {
        Method.COURIER: translate("OrderWords", "Courier"),
        Method.PICKUP: translate("OrderWords", "Pickup"),
    }


def reason_words() -> dict[str, str]:
    return {
        EXPIRED_REASON: translate("OrderWords", "Not accepted within %1.").replace(
            "%1", Formats.minutes(ACCEPT_MINUTES)
        ),
        NOT_GIVEN: translate("OrderWords", "The marketplace gave no reason."),
    }


def action_words(method: Method) -> dict[Action, str]:
    """The text of a button before the action."""
    handed = translate("OrderWords", "Picked up") if method is Method.PICKUP else translate("OrderWords", "Delivered")
    return {
        Action.ACCEPT: translate("OrderWords", "Accept order"),
        Action.CONFIRM_FITMENT: translate("OrderWords", "Confirm fit"),
        Action.REJECT: translate("OrderWords", "Reject…"),
        Action.READY: translate("OrderWords", "Mark ready"),
        Action.DISPATCHED: translate("OrderWords", "Sent with courier"),
        Action.DELIVERED: handed,
    }


def done_words() -> dict[str, str]:
    """The text of a button after the action."""
    return {
        Action.ACCEPT: translate("OrderWords", "Accepted"),
        Action.CONFIRM_FITMENT: translate("OrderWords", "Fit confirmed"),
        Action.READY: translate("OrderWords", "Marked ready"),
        Action.DISPATCHED: translate("OrderWords", "Sent"),
        Action.DELIVERED: translate("OrderWords", "Handed over"),
    }


def own_words() -> dict[str, str]:
    """The history's text for actions of the owner."""
    return {
        PLACE: translate("OrderWords", "You entered the order"),
        Action.CONFIRM_FITMENT: translate("OrderWords", "You confirmed the fit"),
        Action.ACCEPT: translate("OrderWords", "You accepted the order"),
        Action.REJECT: translate("OrderWords", "You rejected the order"),
        Action.READY: translate("OrderWords", "You marked it ready"),
        Action.DISPATCHED: translate("OrderWords", "You sent it with the courier"),
        Action.DELIVERED: translate("OrderWords", "You handed it over"),
        CANCEL: translate("OrderWords", "You cancelled the order"),
    }


def other_words() -> dict[str, str]:
    """The history's text for actions of another system, the buyer or the clock."""
    return {
        PLACE: translate("OrderWords", "Buyer placed the order"),
        Action.CONFIRM_FITMENT: translate("OrderWords", "Fit confirmed"),
        Action.ACCEPT: translate("OrderWords", "Order accepted"),
        Action.REJECT: translate("OrderWords", "Order rejected"),
        Action.READY: translate("OrderWords", "Marked ready"),
        Action.DISPATCHED: translate("OrderWords", "Sent with courier"),
        Action.DELIVERED: translate("OrderWords", "Handed over"),
        CANCEL: translate("OrderWords", "Order cancelled"),
        EXPIRE: translate("OrderWords", "Cancelled automatically"),
        RESTART_TIME: translate("OrderWords", "Time to accept began again"),
        REFUND: translate("OrderWords", "Buyer got the money back"),
    }


def sort_words() -> tuple[tuple[str, str], ...]:
    return (
        (OrderSort.TIME_LEFT.value, translate("OrderWords", "Time left")),
        (OrderSort.NEWEST.value, translate("OrderWords", "Newest")),
        (OrderSort.OLDEST.value, translate("OrderWords", "Oldest")),
        (OrderSort.LARGEST.value, translate("OrderWords", "Largest")),
    )
