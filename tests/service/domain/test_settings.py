"""The installation's settings and the values that each accepts."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import NotFound
from service.domain.settings import (
    FOLDER,
    HOSTS,
    ORIGINS,
    SETTINGS,
    TIME_OF_DAY,
    Card,
    Choice,
    OnOff,
    SettingKind,
    Settings,
    WholeNumber,
    find_setting,
    is_host,
    is_origin,
    list_settings,
    parse_settings,
)

PORT = WholeNumber(1, 65535)
SWITCH = OnOff()
LANGUAGE = Choice(("system", "en", "ar"))
NAMES = [setting.name for setting in SETTINGS]


@pytest.mark.parametrize(
    ("kind", "text", "value", "stored"),
    [
        (PORT, " 8710 ", 8710, "8710"),
        (PORT, "1", 1, "1"),
        (PORT, "65535", 65535, "65535"),
        (PORT, "000000008710", 8710, "8710"),
        *[(SWITCH, text, True, "on") for text in ("on", " ON ", "true", "yes", "1")],
        *[(SWITCH, text, False, "off") for text in ("off", "False", "no", "0")],
        (LANGUAGE, " AR ", "ar", "ar"),
        (HOSTS, "", (), ""),
        (HOSTS, "Shop-PC.local,  10.0.0.5\nshop-pc.local", ("shop-pc.local", "10.0.0.5"), "shop-pc.local, 10.0.0.5"),
        (HOSTS, " ".join(f"pc-{number}" for number in range(50)), tuple(f"pc-{number}" for number in range(50)), None),
        (ORIGINS, "https://ERP.example.com/", ("https://erp.example.com",), "https://erp.example.com"),
        (HOSTS, "shop-x", ("shop-x",), "shop-x"),
        (FOLDER, "", "", ""),
        (FOLDER, " /media/usb ", "/media/usb", "/media/usb"),
        (FOLDER, "D:\\Backup", "D:\\Backup", "D:\\Backup"),
        (TIME_OF_DAY, " 00:00 ", "00:00", "00:00"),
        (TIME_OF_DAY, "23:59", "23:59", "23:59"),
    ],
)
def test_a_text_without_fault_has_a_value_that_is_stored_in_one_spelling(
    kind: SettingKind, text: str, value: object, stored: str | None
) -> None:
    assert kind.fault(text) is None
    assert kind.value_of(text) == value
    assert stored is None or kind.text_of(value) == stored


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        *[
            (PORT, text, "a whole number from 1 to 65535")
            for text in ("", "0", "65536", "8710.0", "-1", "x", "٨٧١٠", "²", "0" * 13)
        ],
        (SWITCH, "perhaps", "on or off"),
        (LANGUAGE, "fr", "one of system, en, ar"),
        (HOSTS, " ".join(f"pc-{number}" for number in range(51)), "at most 50 entries"),
        (
            HOSTS,
            "shop-pc http://a shop:80",
            "host names or addresses without scheme and port, like shop-pc.local; 'http://a' is none",
        ),
        (
            ORIGINS,
            "shop-pc",
            "origins of scheme, host and port, like https://erp.example.com; 'shop-pc' is none",
        ),
        (FOLDER, "backup", "a folder's whole path, or empty"),
        *[(TIME_OF_DAY, text, "a time of day from 00:00 to 23:59") for text in ("", "24:00", "1:30", "01:60", "٠١:٣٠")],
    ],
)
def test_a_wrong_text_is_answered_with_what_it_must_be(kind: SettingKind, text: str, fault: str) -> None:
    assert str(kind.fault(text)) == fault


@pytest.mark.parametrize("host", ["localhost", "shop-pc", "a.b.example", "10.0.0.5", "::1", "fe80::1", "my_pc.local"])
def test_hosts(host: str) -> None:
    assert is_host(host)


@pytest.mark.parametrize(
    "host", ["", "a b", "a:80", "http://a", "a/", "*", "-a", "a..b", "300.1.1.1", "[::1]", "a" * 64, "a." * 127 + "a"]
)
def test_no_hosts(host: str) -> None:
    assert not is_host(host)


@pytest.mark.parametrize("origin", ["http://a", "https://erp.example.com", "http://10.0.0.5:3000", "http://[::1]:80"])
def test_origins(origin: str) -> None:
    assert is_origin(origin)


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "a",
        "ftp://a",
        "http://",
        "http://a/",
        "http://a?b",
        "http://u@a",
        "http://a:x",
        "http://a:99999",
        "null",
        "*",
    ],
)
def test_no_origins(origin: str) -> None:
    assert not is_origin(origin)


def test_each_field_has_its_setting_and_each_default_may_be_said() -> None:
    assert [field.name for field in dataclasses.fields(Settings)] == NAMES
    assert Settings() == Settings(**{setting.name: setting.default for setting in SETTINGS})  # type: ignore[arg-type]
    for setting in SETTINGS:
        text = setting.kind.text_of(setting.default)
        assert setting.kind.fault(text) is None
        assert setting.kind.value_of(text) == setting.default


def test_what_the_window_shows_has_a_label_and_all_are_explained() -> None:
    assert [setting.name for setting in SETTINGS if bool(setting.label) != (setting.card is not None)] == []
    assert [setting.name for setting in SETTINGS if not setting.explanation] == []
    assert [setting.name for card in Card for setting in list_settings(card)] != []


def test_nothing_stored_is_all_defaults() -> None:
    assert parse_settings({}) == Settings()
    assert Settings().log_bytes == 1 << 30


def test_what_is_stored_counts_in_place_of_the_default() -> None:
    stored = {"port": "9000", "language": "ar", "log_days": "7", "backup_time": "23:15"}
    assert parse_settings(stored) == Settings(port=9000, language="ar", log_days=7, backup_time="23:15")


@given(st.dictionaries(st.sampled_from([*NAMES, "unknown"]), st.text() | st.integers().map(str)))
def test_whatever_is_stored_there_are_settings(stored: dict[str, str]) -> None:
    made = parse_settings(stored)
    for setting in SETTINGS:
        text = stored.get(setting.name)
        if text is None or setting.kind.fault(text):
            assert setting.value_in(made) == setting.default
        else:
            value = setting.value_in(made)
            assert parse_settings({setting.name: setting.kind.text_of(value)}) == parse_settings({setting.name: text})


def test_names_are_found_however_they_are_typed() -> None:
    assert find_setting(" Log-Days ").name == "log_days"
    with pytest.raises(NotFound, match="there are port, open_to_network"):
        find_setting("nope")
