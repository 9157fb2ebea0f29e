"""Ignores the offscreen platform's own warnings; any other Qt warning fails."""

from __future__ import annotations

from pathlib import Path

import pytest

NOISE = r"This plugin does not support (propagateSizeHints|raise)\(\)|No such signal QPlatformNativeInterface"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(NOISE))
