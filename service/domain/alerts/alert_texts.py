"""The words of alerts: reference, total and minutes left; nothing of the buyer unless the owner
wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.domain.alerts.alert_channels import AlertKind
from service.domain.marketplace.orders import Order, Status
from service.domain.money import format_bhd
from service.domain.sentences import EMPTY, Sentence, join_sentences, message, verbatim
from service.domain.times import MINUTE, Millis

MOST_IN_ONE = 20
"""Alerts that go out as one message; the rest follows in the next."""


@dataclass(frozen=True, slots=True)
class AlertText:
    """A title, and lines below it."""

    title: Sentence
    lines: tuple[Sentence, ...] = ()


def compose_order(kind: AlertKind, order: Order, shop: str, now: Millis, *, with_buyer: bool) -> AlertText | None:
    """The alert about an order; None if it is out of date, as the order was accepted meanwhile."""
    if kind is AlertKind.LAPSED_ORDER:
        title = message("{order} lapsed: nobody accepted it in time.", order=order.reference)
        return AlertText(title, (_total(order), verbatim(shop), *_buyer(order, with_buyer=with_buyer)))
    if order.status is not Status.PLACED:
        return None
    if kind is AlertKind.TIME_SHORT:
        title = message("{order} is about to lapse.", order=order.reference)
    else:
        title = message("New order {order}", order=order.reference)
    left = () if order.accept_by is None else (_time_left(max(0, order.accept_by - now)),)
    return AlertText(title, (_total(order), *left, verbatim(shop), *_buyer(order, with_buyer=with_buyer)))


def compose_night(shop: str, fault: Sentence | None, *, needs_approval: bool) -> AlertText:
    """The alert about a nightly file that was not saved."""
    if needs_approval:
        title = message("The nightly file of {shop} waits for your approval.", shop=shop)
    else:
        title = message("The nightly file of {shop} was not read.", shop=shop)
    return AlertText(title, () if not fault else (fault,))


def compose_target(shop: str, host: str) -> AlertText:
    """The alert about a webhook target that does not take deliveries."""
    title = message("A webhook target of {shop} is in trouble.", shop=shop)
    return AlertText(title, (message("{host} does not take deliveries; they wait.", host=host),))


def compose_link(shop: str, state: Sentence) -> AlertText:
    """The alert about a link that the owner should look at."""
    return AlertText(message("The link of {shop} to the marketplace is in trouble.", shop=shop), (state,))


def compose_test() -> AlertText:
    """What the test button sends."""
    title = message("Test from Counterpart")
    return AlertText(title, (message("Alerts will arrive here."),))


def combine(texts: Sequence[AlertText]) -> AlertText:
    """Several alerts as one message: their titles, each with its first line."""
    if len(texts) == 1:
        return texts[0]
    lines = [join_sentences((text.title, *text.lines[:1]), " · ") for text in texts]
    return AlertText(message("{n:,} alerts from Counterpart", n=len(texts)), tuple(lines))


def _total(order: Order) -> Sentence:
    return message("Total BHD {total}", total=format_bhd(order.items_fils + order.fee_fils))


def _time_left(left: Millis) -> Sentence:
    minutes = left // MINUTE
    return message("{n:,} minutes left to accept it", n=minutes) if minutes else message("Less than a minute left")


def _buyer(order: Order, *, with_buyer: bool) -> tuple[Sentence, ...]:
    if not with_buyer or order.vehicle is None:
        return ()
    car = order.vehicle
    year = EMPTY if car.year is None else verbatim(str(car.year))
    words = [verbatim(car.make), verbatim(car.model), *([year] if year else [])]
    return (join_sentences(words, " "),)
