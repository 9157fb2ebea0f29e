"""The log of the service is not written a second time, into a file without a bound."""

from __future__ import annotations

import pytest

from bridge.power_on.output_file import has_output_file
from bridge.power_on.waiting_variable import VARIABLE


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_service_of_windows_or_a_mac_prints_into_a_file(platform: str) -> None:
    assert has_output_file({VARIABLE: "on"}, platform)
    assert not has_output_file({}, platform)


def test_a_service_of_systemd_prints_into_the_journal() -> None:
    assert not has_output_file({VARIABLE: "on"}, "linux")
