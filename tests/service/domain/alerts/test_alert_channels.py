"""What may be an alert address, and what is shown of it."""

from __future__ import annotations

import pytest

from service.domain.alerts.alert_channels import (
    MAX_ADDRESS,
    MAX_NAME,
    AlertKind,
    check_address,
    check_heartbeat_address,
    check_kinds,
    check_minutes,
    check_name,
    mask_address,
    mask_heartbeat,
    retry_delay,
)
from service.domain.errors import Refused
from service.domain.times import MINUTE, SECOND

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
