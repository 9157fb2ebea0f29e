"""What may be an alert address, and what is shown of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.alerts import (
    MAX_ADDRESS,
    MAX_NAME,
    AlertKind,
    AlertText,
    PostOutcome,
    PostResult,
    check_address,
    check_heartbeat_address,
    check_kinds,
    check_minutes,
    check_name,
    combine,
    compose_link,
    compose_night,
    compose_order,
    compose_same_file,
    compose_target,
    compose_test,
    compute_expiry,
    describe_result,
    mask_address,
    mask_heartbeat,
    read_address,
    retry_delay,
)
from service.domain.errors import Refused
from service.domain.marketplace.orders import Line, Method, Order, Status, Vehicle
from service.domain.sentences import message
from service.domain.shops import Shop
from service.domain.times import HOUR, MINUTE, SECOND
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretStoreState, SecretsUnavailable
from tests.fakes.clock import START

NOW = 1_795_183_509_120
SHOP = Shop(1, "My shop", staging=False)
ORDER = Order(
    1, 1, "ORD-2026-000001", Status.PLACED, START, START + 30 * MINUTE, START, False, Vehicle("Honda", "Accord", 2019),
    1, Method.COURIER, 1_500, 12_500, 0, False, None, False, lines=(Line("A", "Pad", 1000, 12_500, 12_500),),
)  # fmt: skip
GOOD = ["ntfy://topic", " mailto://u:p@host.test ", "https://hooks.test/a/b", "tgram://1:a/2"]
BAD = ["", "topic", "ntfy://", "ntfy://a\nb", "://x", "1x://y", "ntfy://" + "x" * MAX_ADDRESS]
GOOD_HEARTBEATS = ["https://hc.test/uuid", "http://127.0.0.1:8000/x", "http://[::1]/x", "http://localhost/x"]
BAD_HEARTBEATS = [
    "http://hc.test/u",
    "https://",
    "ftp://x/y",
    "https://u:p@x",
    "https://x/a b",
    "https://x:99999/",
    "https://x/a\u202eb",
    "https://x/" + "a" * MAX_ADDRESS,
    "http://10.0.0.5/x",
    "x",
]


@pytest.mark.parametrize("kind", [AlertKind.NEW_ORDER, AlertKind.TIME_SHORT])
def test_an_alert_about_a_waiting_order_ends_with_its_time(kind: AlertKind) -> None:
    assert compute_expiry(kind, NOW + 7 * MINUTE, NOW) == NOW + 7 * MINUTE
    assert compute_expiry(kind, None, NOW) == NOW + 30 * MINUTE


@pytest.mark.parametrize(
    "kind", [AlertKind.LAPSED_ORDER, AlertKind.FAILED_NIGHT, AlertKind.TARGET_TROUBLE, AlertKind.LINK_TROUBLE]
)
def test_other_alerts_end_after_a_day(kind: AlertKind) -> None:
    assert compute_expiry(kind, NOW + 7 * MINUTE, NOW) == NOW + 24 * HOUR


@pytest.mark.parametrize("outcome", PostOutcome)
def test_only_what_was_sent_counts_as_sent(outcome: PostOutcome) -> None:
    assert PostResult(outcome).is_sent is (outcome is PostOutcome.SENT)


def test_a_refusal_has_the_status_of_the_receiver() -> None:
    refused = PostResult(PostOutcome.REFUSED, "ntfy", 403)
    assert str(describe_result(refused)) == "The receiver refused it with 403. Check the address."
    assert "refused it with 0." in str(describe_result(PostResult(PostOutcome.REFUSED)))


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (PostOutcome.SENT, "It was handed over."),
        (PostOutcome.UNREACHABLE, "Check the internet connection"),
        (PostOutcome.NOT_SENT, "Check the address, user and password."),
        (PostOutcome.BAD_ADDRESS, "The alert address cannot be read."),
        (PostOutcome.TOO_SLOW, "within 30 seconds."),
        (PostOutcome.BROKEN, "Install the newest version again."),
    ],
)
def test_each_outcome_says_what_to_do(outcome: PostOutcome, words: str) -> None:
    assert words in str(describe_result(PostResult(outcome, "mailto", 500)))


class OneAddress:
    """A store with one address; other names are missing."""

    async def read(self, name: str) -> Secret:
        if name == "alert-1":
            return Secret("ntfy://topic")
        raise SecretMissing(SecretStoreState.WORKS)


class LockedStore:
    """A store that cannot be asked."""

    async def read(self, name: str) -> Secret:
        raise SecretsUnavailable(SecretStoreState.LOCKED, message("The keyring is locked: unlock it."))


async def test_an_address_is_read_by_its_name() -> None:
    assert await read_address(OneAddress(), "alert-1") == Secret("ntfy://topic")


async def test_a_lost_address_is_to_be_added_again() -> None:
    with pytest.raises(SecretsUnavailable, match="Remove it and add it again") as raised:
        await read_address(OneAddress(), "alert-2")
    assert raised.value.state is SecretStoreState.WORKS


async def test_a_locked_store_says_so_itself() -> None:
    with pytest.raises(SecretsUnavailable, match="The keyring is locked: unlock it"):
        await read_address(LockedStore(), "alert-1")


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
    text = compose_order(kind, ORDER, SHOP, START + 20 * MINUTE + 1, with_buyer=False)
    assert _lines(text) == [title, "Customer pays BHD 15.250", "9 minutes left to accept it", "My shop"]


def test_the_buyers_car_is_there_if_the_owner_wants_it() -> None:
    text = compose_order(AlertKind.NEW_ORDER, ORDER, SHOP, START + 30 * MINUTE, with_buyer=True)
    assert _lines(text)[2:] == ["Less than a minute left", "My shop", "Honda Accord 2019"]


def test_an_order_that_was_accepted_is_out_of_date_and_a_lapsed_one_never() -> None:
    accepted = replace(ORDER, status=Status.CONFIRMED, accept_by=None)
    assert compose_order(AlertKind.NEW_ORDER, accepted, SHOP, START, with_buyer=True) is None
    assert compose_order(AlertKind.TIME_SHORT, accepted, SHOP, START, with_buyer=True) is None
    lapsed = replace(ORDER, status=Status.CANCELLED, accept_by=None)
    text = compose_order(AlertKind.LAPSED_ORDER, lapsed, SHOP, START, with_buyer=False)
    assert _lines(text)[0] == "ORD-2026-000001 lapsed: nobody accepted it in time."


def test_several_alerts_are_one_message() -> None:
    same = compose_same_file("My shop", 3)
    assert [str(same.title), *map(str, same.lines)] == [
        "The nightly file of My shop does not change.",
        "The file has been the same for 3 nights: see whether your system still exports it.",
    ]
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
    text = compose_order(AlertKind.NEW_ORDER, order, SHOP, START, with_buyer=True)
    assert _lines(text)[1:] == ["Customer pays BHD 15.250", "My shop", "Honda Accord"]
    unknown = compose_order(AlertKind.NEW_ORDER, replace(order, vehicle=None), SHOP, START, with_buyer=True)
    assert _lines(unknown)[1:] == ["Customer pays BHD 15.250", "My shop"]


def test_an_order_whose_time_is_over_has_less_than_a_minute() -> None:
    text = compose_order(AlertKind.NEW_ORDER, ORDER, SHOP, START + 31 * MINUTE, with_buyer=False)
    assert _lines(text)[2] == "Less than a minute left"


@pytest.mark.parametrize("address", GOOD)
def test_an_address_is_taken_trimmed(address: str) -> None:
    assert check_address(address) == address.strip()


@pytest.mark.parametrize("address", BAD)
def test_what_is_no_address_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(Refused) as refused:
        check_address(address)
    assert refused.value.message == (
        "The alert address cannot be read. It looks like ntfy://topic or mailto://user:password@host."
    )
    assert refused.value.code == "bad_alert"


def test_only_the_scheme_of_an_address_is_shown() -> None:
    assert mask_address("tgram://123456:secret-token/987") == "tgram://…"
    assert mask_address("nonsense") == "…"


def test_a_name_has_a_bound_and_no_control_character() -> None:
    assert check_name("  My phone ") == "My phone"
    assert check_name("x" * MAX_NAME) == "x" * MAX_NAME
    for name in ("", "  ", "a\nb", "x" * (MAX_NAME + 1)):
        with pytest.raises(Refused, match="1 to 60 characters") as refused:
            check_name(name)
        assert refused.value.code == "bad_alert"


def test_at_least_one_event_is_chosen() -> None:
    with pytest.raises(Refused, match="at least one event") as refused:
        check_kinds([])
    assert refused.value.code == "bad_alert"
    assert check_kinds([AlertKind.NEW_ORDER, AlertKind.NEW_ORDER]) == {AlertKind.NEW_ORDER}


@pytest.mark.parametrize("address", GOOD_HEARTBEATS)
def test_a_heartbeat_goes_over_https_or_stays_here(address: str) -> None:
    assert check_heartbeat_address(f" {address} ") == address


@pytest.mark.parametrize("address", BAD_HEARTBEATS)
def test_another_heartbeat_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="must begin with https://") as refused:
        check_heartbeat_address(address)
    assert refused.value.code == "bad_alert"


def test_of_a_heartbeat_the_host_is_shown() -> None:
    assert mask_heartbeat("https://hc-ping.test/6a7f-secret") == "https://hc-ping.test/…"
    assert check_minutes(15) == 15
    with pytest.raises(Refused, match="1, 5, 15, 30, 60 minutes") as refused:
        check_minutes(2)
    assert refused.value.code == "bad_alert"


def test_the_pause_grows_from_half_a_minute_to_a_quarter_of_an_hour() -> None:
    minutes = [retry_delay(failures) / MINUTE for failures in (1, 2, 3, 4, 5, 6, 99)]
    assert minutes == [0.5, 1, 2, 5, 10, 15, 15]
    assert retry_delay(0) == 30 * SECOND
