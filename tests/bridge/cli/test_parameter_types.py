"""A thing is taken by its id or its name; a name that several have is asked about."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bridge.cli.parameter_types import find_one
from service.domain.errors import BadRequest, NotFound


class Key(NamedTuple):
    """A thing with an id."""

    id: int


NAMES = {1: "Till 1", 2: "كاشير", 3: "Phone", 7: "phone", 9: "3", 12: ""}


def find(text: str) -> int:
    return find_one(
        text, [(Key(one), name) for one, name in NAMES.items()], kind="key", listing="counterpart keys list"
    ).id


@pytest.mark.parametrize(("text", "found"), [("1", 1), ("till 1", 1), ("كاشير", 2), ("3", 3), ("12", 12)])
def test_an_id_goes_before_a_name_and_a_name_is_taken_in_any_case(text: str, found: int) -> None:
    assert find(text) == found


def test_a_name_of_digits_is_found_where_no_id_is_that_number() -> None:
    assert find_one("5", [(Key(1), "5")], kind="key", listing="").id == 1


def test_several_names_of_one_thing_are_one() -> None:
    assert find_one("till", [(Key(1), "Till"), (Key(1), "till")], kind="key", listing="").id == 1


def test_a_name_that_several_have_is_asked_about() -> None:
    sentence = r"^The ids 3 and 7 are both named PHONE; give the id of the key that you mean\.$"
    with pytest.raises(BadRequest, match=sentence):
        find("PHONE")


@pytest.mark.parametrize("text", ["x", "0", "9" * 400])
def test_what_is_not_there_says_where_to_look(text: str) -> None:
    with pytest.raises(NotFound, match=f"^There is no key '{text}' here; `counterpart keys list` shows them."):
        find(text)


def test_an_id_that_nothing_has_is_said_as_a_number() -> None:
    with pytest.raises(NotFound, match=r"^There is no key 99 here; `counterpart keys list` shows them\.$"):
        find("99")
