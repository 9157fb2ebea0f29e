"""The words of alerts; nothing of the buyer unless the owner wants it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.alerts.alert_channels import AlertKind
from service.domain.alerts.alert_texts import (
    AlertText,
    combine,
    compose_link,
    compose_night,
    compose_order,
    compose_target,
    compose_test,
)
from service.domain.marketplace.orders import Line, Method, Order, Status, Vehicle
from service.domain.sentences import message
from service.domain.times import MINUTE
from tests.fakes.clock import START

ORDER = Order(
    1, 1, "ORD-2026-000001", Status.PLACED, START, START + 30 * MINUTE, START, False, Vehicle("Honda", "Accord", 2019),
    (Line("A", "Pad", 1000, 12_500, 12_500),), 1, Method.COURIER, 1_500, 12_500, 0, False, None, False,
)  # fmt: skip


def _lines(text: AlertText | None) -> list[str]:
    assert text is not None
    return [str(text.title), *(str(line) for line in text.lines)]


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        (AlertKind.NEW_ORDER, "New order ORD-2026-000001"),
        (AlertKind.TIME_SHORT, "ORD-2026-000001 is about to lapse."),
    ],
)
def test_an_order_that_waits_says_total_and_minutes(kind: AlertKind, title: str) -> None:
    text = compose_order(kind, ORDER, "My shop", START + 20 * MINUTE + 1, with_buyer=False)
    assert _lines(text) == [title, "Total BHD 14.000", "9 minutes left to accept it", "My shop"]


def test_the_buyers_car_is_there_if_the_owner_wants_it() -> None:
    text = compose_order(AlertKind.NEW_ORDER, ORDER, "My shop", START + 30 * MINUTE, with_buyer=True)
    assert _lines(text)[2:] == ["Less than a minute left", "My shop", "Honda Accord 2019"]


def test_an_order_that_was_accepted_is_out_of_date_and_a_lapsed_one_never() -> None:
    accepted = replace(ORDER, status=Status.CONFIRMED, accept_by=None)
    assert compose_order(AlertKind.NEW_ORDER, accepted, "My shop", START, with_buyer=True) is None
    assert compose_order(AlertKind.TIME_SHORT, accepted, "My shop", START, with_buyer=True) is None
    lapsed = replace(ORDER, status=Status.CANCELLED, accept_by=None)
    text = compose_order(AlertKind.LAPSED_ORDER, lapsed, "My shop", START, with_buyer=False)
    assert _lines(text)[0] == "ORD-2026-000001 lapsed: nobody accepted it in time."


def test_several_alerts_are_one_message() -> None:
    one = compose_night("My shop", message("The file is gone."), needs_approval=False)
    other = compose_night("Branch", None, needs_approval=True)
    assert combine([one]) is one
    assert _lines(combine([one, other])) == [
        "2 alerts from Counterpart",
        "The nightly file of My shop was not read. · The file is gone.",
        "The nightly file of Branch waits for your approval.",
    ]


def test_an_alert_about_a_target_and_a_link_names_the_shop() -> None:
    assert _lines(compose_target("My shop", "hooks.test")) == [
        "A webhook target of My shop is in trouble.",
        "hooks.test does not take deliveries; they wait.",
    ]
    assert _lines(compose_link("My shop", message("The key is refused."))) == [
        "The link of My shop to the marketplace is in trouble.",
        "The key is refused.",
    ]


def test_the_test_button_says_what_arrives() -> None:
    assert _lines(compose_test()) == ["Test from Counterpart", "Alerts will arrive here."]


def test_a_car_without_a_year_and_an_order_without_a_deadline() -> None:
    order = replace(ORDER, vehicle=Vehicle("Honda", "Accord"), accept_by=None)
    text = compose_order(AlertKind.NEW_ORDER, order, "My shop", START, with_buyer=True)
    assert _lines(text)[1:] == ["Total BHD 14.000", "My shop", "Honda Accord"]
    unknown = compose_order(AlertKind.NEW_ORDER, replace(order, vehicle=None), "My shop", START, with_buyer=True)
    assert _lines(unknown)[1:] == ["Total BHD 14.000", "My shop"]


def test_an_order_whose_time_is_over_has_less_than_a_minute() -> None:
    text = compose_order(AlertKind.NEW_ORDER, ORDER, "My shop", START + 31 * MINUTE, with_buyer=False)
    assert _lines(text)[2] == "Less than a minute left"
