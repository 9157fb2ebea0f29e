"""The file of words: its numbers, its words near a mistyped one, and how it is cleared."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.domain.catalogue.search_query import AllOf, AnyOf, Term
from service.store.engine.text_index import Document, IndexView, TextIndex


@pytest.fixture
def index(tmp_path: Path) -> Iterator[TextIndex]:
    index = TextIndex(tmp_path / "search.index")
    yield index
    index.close()


def find(index: TextIndex, owner: int, expression: Term | AnyOf | AllOf) -> list[int]:
    nothing: list[int] = []
    return index.read(lambda view: view.find(owner, expression, 10), nothing)


def test_terms_whole_and_begun(index: TextIndex) -> None:
    index.write("a", 1, 5, [Document(7, 1, ["woil", "wfilter"], []), Document(8, 1, ["woiler"], [])])
    assert find(index, 1, Term("woil")) == [7]
    assert find(index, 1, Term("woi", is_prefix=True)) == [7, 8]
    assert find(index, 1, AllOf((Term("woil", is_prefix=True), Term("wfilter")))) == [7]
    assert find(index, 1, AnyOf((Term("wfilter"), Term("woiler")))) == [7, 8]
    assert find(index, 2, Term("woil")) == []


def test_owners_whose_numbers_begin_alike_are_apart(index: TextIndex) -> None:
    index.write("a", 1, 1, [Document(1, 1, ["w2oil"], [])])
    assert find(index, 12, Term("woil", is_prefix=True)) == []
    assert find(index, 1, Term("w2", is_prefix=True)) == [1]


def test_what_is_filed_again_is_found_once(index: TextIndex) -> None:
    index.write("a", 1, 1, [Document(7, 1, ["woil"], [])])
    index.write("a", 1, 2, [Document(7, 2, ["woil", "wnew"], [])])
    assert find(index, 1, Term("woil")) == [7]
    none: dict[int, int] = {}
    assert index.read(lambda view: view.read_revision("a", 1), 0) == 2
    assert index.read(lambda view: view.read_digests([7, 9]), none) == {7: 2}


def test_words_near_a_mistyped_one_share_a_half(index: TextIndex) -> None:
    index.write("a", 1, 1, [Document(7, 1, [], ["accord", "honda", "record", "pump"])])
    none: list[str] = []
    assert set(index.read(lambda view: view.list_words_like(1, "accrod", 10), none)) == {"accord"}
    assert set(index.read(lambda view: view.list_words_like(1, "hcord", 10), none)) == {"accord", "record"}


def test_what_leads_nowhere_is_cleared_in_the_end(index: TextIndex) -> None:
    turns = 40
    many = [Document(number, 1, ["w"], []) for number in range(1_000)]
    for turn in range(turns):
        index.write("a", 1, turn + 1, many)
    state = index.read(lambda view: (view.read_revision("a", 1), view.count()), (-1, -1))
    assert state[0] < turns, "it began again"


def test_another_version_begins_empty(tmp_path: Path) -> None:
    path = tmp_path / "search.index"
    old = TextIndex(path)
    old.write("a", 1, 1, [Document(7, 1, ["woil"], [])])
    old._connect().execute("PRAGMA user_version = 77")
    old.close()
    index = TextIndex(path)
    assert find(index, 1, Term("woil")) == []
    assert index.read(IndexView.count, -1) == 0
    index.close()


def test_a_fault_of_the_database_is_not_taken_for_one_of_the_index(index: TextIndex) -> None:
    """A search reads both: only a damaged index may be removed."""
    index.write("a", 1, 1, [Document(7, 1, ["woil"], [])])
    damaged = sqlite3.DatabaseError("database disk image is malformed")
    damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    def read_both(view: IndexView) -> int:
        raise damaged

    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        index.read(read_both, 0)
    assert find(index, 1, Term("woil")) == [7]


def test_a_place_that_cannot_be_opened_is_no_fault(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "no" / "search.index")
    index.write("a", 1, 1, [Document(7, 1, ["woil"], [])])
    assert find(index, 1, Term("woil")) == []
