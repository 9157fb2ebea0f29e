"""The installation's settings and the values that each accepts."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import NotFound
from service.domain.settings import SETTINGS, Settings, find_setting, parse_settings

NAMES = [setting.name for setting in SETTINGS]


def test_each_field_has_its_setting_and_each_default_may_be_said() -> None:
    assert [field.name for field in dataclasses.fields(Settings)] == NAMES
    for setting in SETTINGS:
        text = setting.kind.text_of(setting.default)
        assert setting.kind.fault(text) is None
        assert setting.kind.value_of(text) == setting.default


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
