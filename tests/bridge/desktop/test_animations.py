"""Animations off in GNOME."""

from __future__ import annotations

import pytest

from bridge.desktop.animations import animations_disabled


@pytest.mark.parametrize(
    ("desktop", "answer", "still"),
    [
        ("GNOME", "false\n", True),
        ("ubuntu:GNOME", "false\n", True),
        ("GNOME", "true\n", False),
        ("GNOME", "", False),
        ("KDE", "false\n", False),
        ("", "false\n", False),
    ],
)
def test_only_a_gnome_that_says_so_is_still(desktop: str, answer: str, still: bool) -> None:
    assert animations_disabled({"XDG_CURRENT_DESKTOP": desktop}, lambda: answer) is still


def test_elsewhere_nothing_is_asked() -> None:
    def ask() -> str:
        raise AssertionError

    assert not animations_disabled({}, ask)
