"""Who did something, as histories store it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.actors import (
    COUNTER,
    MARKETPLACE,
    OWNER,
    SAMPLE,
    TIME,
    Author,
    AuthorKind,
    format_at,
    format_command_line,
    format_staff,
    is_counter_name,
    is_key_name,
    parse_author,
)
from service.domain.people import NOBODY, OWNER_ID, Person

NAMES = st.text(min_size=1, max_size=60)


@given(NAMES)
@settings(max_examples=60)
def test_a_person_and_a_user_are_read_as_they_were_written(name: str) -> None:
    assert parse_author(format_staff(name)) == Author(AuthorKind.STAFF, name)
    assert parse_author(format_command_line(name)) == Author(AuthorKind.COMMAND_LINE, name)


@given(st.sampled_from([OWNER, COUNTER, format_staff("Ali, at noon")]), NAMES.filter(is_counter_name))
@settings(max_examples=60)
def test_what_is_done_at_a_counter_is_read_as_it_was_written(author: str, counter: str) -> None:
    plain = parse_author(author)
    assert parse_author(format_at(author, counter)) == Author(plain.kind, plain.name, counter)
    assert not is_key_name(format_at(author, counter))
    assert format_at(author, "") == author


def test_a_counter_cannot_have_a_name_that_reads_as_another() -> None:
    assert is_counter_name("Desk at the door")
    assert not is_counter_name("Desk: left")


@given(NAMES.filter(is_key_name))
@settings(max_examples=60)
def test_any_other_text_is_a_key(name: str) -> None:
    assert parse_author(name) == Author(AuthorKind.KEY, name)


@pytest.mark.parametrize("text", [OWNER, COUNTER, TIME, SAMPLE, MARKETPLACE, "command line", "staff: Ali"])
def test_a_key_cannot_take_the_name_of_another_author(text: str) -> None:
    assert not is_key_name(text)


def test_a_command_without_a_user_has_no_name() -> None:
    assert format_command_line("") == "command line"
    assert parse_author(format_command_line("")) == Author(AuthorKind.COMMAND_LINE)


def test_people_are_recorded_by_name_and_the_owner_as_owner() -> None:
    assert Person(3, "Maryam").author == "staff: Maryam"
    assert Person(OWNER_ID).author == OWNER
    assert NOBODY.author == COUNTER
