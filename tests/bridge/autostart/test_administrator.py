"""The question for the computer's administrator."""

from __future__ import annotations

import sys

import pytest

from bridge.autostart.administrator import ask_with
from service.domain.errors import Refused, Unavailable


def test_a_yes_is_silent_and_a_no_refused() -> None:
    ask_with((sys.executable, "-c", "pass"))
    with pytest.raises(Refused, match="did not agree"):
        ask_with((sys.executable, "-c", "raise SystemExit(126)"))


def test_a_computer_that_cannot_ask_names_the_other_way() -> None:
    with pytest.raises(Unavailable, match="Use the passphrase"):
        ask_with(("no-such-program-of-any-system",))
