"""No output of a command controls a terminal or reverses a line."""

from __future__ import annotations

import json

import pytest

from bridge.cli.framework.command_errors import print_error
from bridge.cli.framework.output import escape_controls, escape_json, print_array, print_json

HOSTILE = "A\u202egpj.exe\u2066\u2028\u0085\x1b[31m\ufeff\U000e0041"


@pytest.mark.parametrize("char", HOSTILE.replace("gpj.exe", "").replace("[31m", "").replace("A", "", 1))
def test_what_steers_is_made_visible(char: str) -> None:
    assert escape_controls(f"a{char}b").isprintable()
    assert escape_controls(f"a{char}b") != f"a{char}b"


def test_what_arabic_and_persian_need_stays() -> None:
    text = "می\u200cخواهم \u200fقطعة\u200e P-1"
    assert escape_controls(text) == text
    assert escape_json(text) == text


def test_json_says_the_same_and_holds_none_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    for show in (print_json, lambda value: print_array([value])):
        show({"sku": HOSTILE})
        printed = capsys.readouterr().out
        decoded = json.loads(printed)
        assert (decoded[0] if isinstance(decoded, list) else decoded) == {"sku": HOSTILE}
        assert all(char.isprintable() or char == "\n" for char in printed)


def test_an_error_holds_none_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    print_error(f"There is no item '{HOSTILE}'.")
    assert capsys.readouterr().err.rstrip("\n").isprintable()
