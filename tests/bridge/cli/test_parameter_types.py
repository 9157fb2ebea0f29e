"""A thing is taken by its id or its name; a name that several have is asked about."""

from __future__ import annotations

import pytest

from bridge.cli.parameter_types import find_id
from service.domain.errors import BadRequest, NotFound

KNOWN = [(1, "Till 1"), (2, "كاشير"), (3, "Phone"), (7, "phone"), (9, "3"), (12, "")]


def _find(text: str) -> int:
    return find_id(text, KNOWN, kind="key", listing="counterpart keys list")


@pytest.mark.parametrize(("text", "found"), [("1", 1), ("till 1", 1), ("كاشير", 2), ("3", 3), ("12", 12), ("99", 99)])
def test_an_id_goes_before_a_name_and_a_name_is_taken_in_any_case(text: str, found: int) -> None:
    assert _find(text) == found


def test_a_name_of_digits_is_found_where_no_id_is_that_number() -> None:
    assert find_id("5", [(1, "5")], kind="key", listing="") == 1


def test_a_name_that_several_have_is_asked_about() -> None:
    sentence = r"^The ids 3 and 7 are both named PHONE; give the id of the key that you mean\.$"
    with pytest.raises(BadRequest, match=sentence):
        _find("PHONE")


@pytest.mark.parametrize("text", ["x", "0", str(2**53 + 1), "9" * 400])
def test_what_is_not_there_says_where_to_look(text: str) -> None:
    with pytest.raises(NotFound, match=f"^There is no key '{text}' here; `counterpart keys list` shows them."):
        _find(text)
