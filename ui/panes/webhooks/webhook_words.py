"""The names of events, deliveries and faults, plain word first."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.catalogue.stock import Cause
from service.domain.errors import Refused
from service.domain.marketplace.orders import Action
from service.domain.webhooks.events import Delivery, DeliveryState, EventKind
from service.domain.webhooks.target_addresses import parse_target_address
from ui.backend.webhooks_port import DeliveryRow
from ui.i18n import Formats, isolate_name, ltr
from ui.theme import Tone

translate = QCoreApplication.translate
ATTEMPTS = 6
"""The number of attempts before a delivery fails (contract §6)."""


def kind_word(kind: EventKind) -> str:
    """An event in one or two words."""
    words = {
        EventKind.ORDER_PLACED: translate("WebhookWords", "New order"),
        EventKind.ORDER_STATUS: translate("WebhookWords", "Order moved on"),
        EventKind.RFQ_NEW: translate("WebhookWords", "Price request"),
        EventKind.STOCK_CHANGED: translate("WebhookWords", "Stock changed"),
    }
    return words.get(kind) or ltr(kind.value)


def kind_sentence(kind: EventKind) -> str:
    """When an event is sent."""
    words = {
        EventKind.ORDER_PLACED: translate("WebhookWords", "A buyer has ordered."),
        EventKind.ORDER_STATUS: translate("WebhookWords", "An order was accepted, sent, cancelled or lapsed."),
        EventKind.RFQ_NEW: translate("WebhookWords", "A buyer asks for the price of a part."),
        EventKind.STOCK_CHANGED: translate("WebhookWords", "A sale, job, return or count; not for uploads."),
    }
    return words[kind]


def state_word(state: DeliveryState) -> tuple[str, Tone]:
    """A delivery's state as a badge."""
    words = {
        DeliveryState.WAITING: (translate("WebhookWords", "Waiting"), Tone.NEUTRAL),
        DeliveryState.SENDING: (translate("WebhookWords", "Sending"), Tone.ACCENT),
        DeliveryState.DELIVERED: (translate("WebhookWords", "Delivered"), Tone.GOOD),
        DeliveryState.FAILED: (translate("WebhookWords", "Given up"), Tone.BAD),
        DeliveryState.SKIPPED: (translate("WebhookWords", "Not sent"), Tone.NEUTRAL),
    }
    return words[state]


def delivery_title(delivery: Delivery, formats: Formats) -> str:
    """`New order · ORD-2026-000123`, led by `Test` where it is one."""
    test = (translate("WebhookWords", "Test"),) if delivery.test else ()
    return " · ".join((*test, kind_word(delivery.kind), formats.ltr(delivery.subject)))


def delivery_detail(row: DeliveryRow, formats: Formats) -> str:
    """`stock.changed · Main · count 2`."""
    kind = formats.ltr(row.delivery.kind.value)
    return " · ".join(filter(None, (kind, _detail_word(row.detail))))


def _detail_word(detail: str) -> str:
    words = {
        Action.CONFIRM_FITMENT.value: translate("WebhookWords", "fit confirmed"),
        Action.ACCEPT.value: translate("WebhookWords", "accepted"),
        Action.REJECT.value: translate("WebhookWords", "rejected"),
        Action.READY.value: translate("WebhookWords", "ready"),
        Action.DISPATCHED.value: translate("WebhookWords", "sent with courier"),
        Action.DELIVERED.value: translate("WebhookWords", "arrived"),
        "cancel": translate("WebhookWords", "cancelled"),
        "lapse": translate("WebhookWords", "lapsed"),
    }
    if detail in words:
        return words[detail]
    return " · ".join(_cause_word(part) for part in detail.split(" · ")) if detail else ""


def _cause_word(part: str) -> str:
    """`count 2` with its cause translated; a branch's name is not translated."""
    causes = {
        Cause.COUNT.value: translate("WebhookWords", "count"),
        Cause.SALE.value: translate("WebhookWords", "sale"),
        Cause.JOB.value: translate("WebhookWords", "job"),
        Cause.RETURN.value: translate("WebhookWords", "return"),
    }
    first, _, rest = part.partition(" ")
    return f"{causes[first]} {rest}".strip() if first in causes else isolate_name(part)


def fault_word(fault: str) -> str:
    """Why there was no answer, in a sentence; an unknown code has the service's own sentence."""
    words = {
        "connection_refused": translate("WebhookWords", "Nothing listens there. Start the receiving program."),
        "timeout": translate("WebhookWords", "No answer in time. Check that the receiver is on."),
        "tls": translate("WebhookWords", "The certificate is not accepted. Renew it, or install it on this PC."),
        "name_not_found": translate("WebhookWords", "The name in the address is not known. Check its spelling."),
        "no_route": translate("WebhookWords", "There is no way there from here. Check that it is on the network."),
        "address_not_allowed": translate("WebhookWords", "Nothing is sent to such an address. Correct it."),
        "connection_lost": translate(
            "WebhookWords", "It closed the connection without an answer. Look in the receiver's log."
        ),
        "answer_malformed": translate("WebhookWords", "What answers there is no web server. Check the port."),
        "internal": translate("WebhookWords", "Something went wrong in Counterpart. It is tried again."),
        "network_down": translate("WebhookWords", "This PC has no network. It is sent when the network is back."),
        "out_of_resources": translate("WebhookWords", "This PC ran out of connections. It is tried again shortly."),
        "asleep": translate("WebhookWords", "This PC was asleep. It is tried again."),
        "interrupted": translate("WebhookWords", "Counterpart was closed meanwhile. It is tried again."),
    }
    return words.get(fault, fault)


def address_fault(text: str) -> str:
    """What is wrong with a typed address; "" if it is allowed (contract §6)."""
    url = text.strip()
    try:
        parse_target_address(url)
    except Refused:
        if not url.startswith(("http://", "https://")):
            return translate("WebhookWords", "The address begins with http:// or https://. Type it with that.")
        if "@" in url.split("/")[2]:
            return translate(
                "WebhookWords", "Leave name and password out of the address. Each event is signed instead."
            )
        return translate("WebhookWords", "Nothing can be sent to this address. Check its spelling and its port.")
    return ""
