"""The file of words: its numbers, its words near a mistyped one, and how it is cleared."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.catalogue.search_query import AllOf, AnyOf, Expression, Term
from service.store.engine.index_view import IndexView
from service.store.engine.text_index import Document, TextIndex


@pytest.fixture
def index(tmp_path: Path) -> Iterator[TextIndex]:
    index = TextIndex(tmp_path / "search.index")
    yield index
    index.close()


@pytest.fixture(scope="module")
def shared_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TextIndex]:
    index = TextIndex(tmp_path_factory.mktemp("shared") / "search.index")
    yield index
    index.close()


OWNERS = count(1)


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
    with old._use() as connection:
        connection.execute("PRAGMA user_version = 77")
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


def test_threads_that_follow_each_other_share_a_connection(index: TextIndex) -> None:
    for _ in range(3):
        thread = threading.Thread(target=index.write, args=("a", 1, 5, []))
        thread.start()
        thread.join()
    assert sum(Path(file.path) == index.path for file in psutil.Process().open_files()) == 1


def test_a_view_in_use_outlives_the_end_of_the_index(index: TextIndex) -> None:
    index.write("a", 1, 1, [Document(7, 1, ["woil"], [])])

    def end_and_find(view: IndexView) -> list[int]:
        ending = threading.Thread(target=index.close)
        ending.start()
        ending.join()
        return view.find(1, Term("woil"), 10)

    nothing: list[int] = []
    assert index.read(end_and_find, nothing) == [7]
    index.write("a", 1, 2, [Document(8, 1, ["woil"], [])])
    assert find(index, 1, Term("woil")) == [7, 8]


def test_a_place_that_cannot_be_opened_is_no_fault(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "no" / "search.index")
    index.write("a", 1, 1, [Document(7, 1, ["woil"], [])])
    assert find(index, 1, Term("woil")) == []


def test_a_fault_that_lasts_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Filing is tried each second: a full disk would fill the log as well."""
    folder = tmp_path / "later"
    index = TextIndex(folder / "search.index")
    for _ in range(3):
        index.write("a", 1, 1, [Document(7, 1, ["woil"], [])])
    assert len(caplog.records) == 1
    folder.mkdir()
    index.write("a", 1, 1, [Document(7, 1, ["woil"], [])])
    assert find(index, 1, Term("woil")) == [7]
    index.close()
    folder.rename(tmp_path / "gone")
    index.write("a", 1, 2, [Document(8, 1, ["woil"], [])])
    assert len(caplog.records) == 2


SYLLABLES = st.lists(st.sampled_from(["ab", "b", "c"]), min_size=1, max_size=3).map("".join)
FILED = st.dictionaries(st.integers(1, 30), st.frozensets(SYLLABLES, max_size=4), max_size=12)
LOOKED_UP: st.SearchStrategy[Expression] = st.recursive(
    st.builds(Term, SYLLABLES, st.booleans()),
    lambda part: (
        st.builds(AnyOf, st.lists(part, min_size=1, max_size=3).map(tuple))
        | st.builds(AllOf, st.lists(part, min_size=1, max_size=3).map(tuple))
    ),
    max_leaves=5,
)


def is_filed(terms: frozenset[str], expression: Expression) -> bool:
    match expression:
        case Term(text, is_prefix):
            return any(term.startswith(text) if is_prefix else term == text for term in terms)
        case AnyOf(options):
            return any(is_filed(terms, one) for one in options)
        case AllOf(conditions):
            return all(is_filed(terms, one) for one in conditions)


@settings(max_examples=40)
@given(filed=FILED, expression=LOOKED_UP)
def test_what_is_filed_is_found_and_nothing_else(
    shared_index: TextIndex, filed: dict[int, frozenset[str]], expression: Expression
) -> None:
    owner = next(OWNERS)
    first = owner * 100
    shared_index.write("a", owner, 1, [Document(first + one, 1, terms, []) for one, terms in filed.items()])
    expected = {first + one for one, terms in filed.items() if is_filed(terms, expression)}
    nothing: list[int] = []
    exact = shared_index.read(lambda view: view.find(owner, expression, 100), nothing)
    some = shared_index.read(lambda view: view.find_some(owner, expression, 100), None)
    assert (set(exact), len(exact)) == (expected, len(expected))
    assert some is not None
    assert expected <= set(some[0]) or not some[1]


def test_what_many_terms_begin_with_is_looked_up_last(index: TextIndex) -> None:
    many = [Document(one, 1, [f"np{one:04}", "wpads" if one % 2 else "wdisc"], []) for one in range(1, 1_501)]
    index.write("a", 1, 1, [*many, Document(5_000, 1, ["wpads", "wrare"], [])])
    wide = Term("np", is_prefix=True)

    def some(expression: Expression) -> tuple[list[int], bool]:
        unread: tuple[list[int], bool] = ([], True)
        return index.read(lambda view: view.find_some(1, expression, 300), unread)

    def exact(expression: Expression) -> list[int]:
        nothing: list[int] = []
        return index.read(lambda view: view.find(1, expression, 2_000), nothing)

    assert some(AllOf((wide, Term("wrare")))) == ([5_000], True), "the rule decides about it"
    assert exact(AllOf((wide, Term("wrare")))) == []
    assert exact(AllOf((wide, Term("wnone")))) == []
    found, is_all = some(AllOf((wide, Term("wpads"))))
    assert (len(found), is_all) == (600, False)
    assert exact(AllOf((wide, Term("wpads")))) == [one for one in range(1, 1_501) if one % 2]
    found, is_all = some(AllOf((wide, wide)))
    assert (len(found), is_all) == (600, False)
    assert len(some(wide)[0]) == 300


def test_letters_and_terms_that_follow_a_beginning(index: TextIndex) -> None:
    index.write("a", 1, 1, [Document(1, 1, ["n12", "n125", "n13", "nب", "w12"], []), Document(2, 1, ["n125"], [])])
    index.write("a", 11, 1, [Document(3, 1, ["n19"], [])])
    none: list[str] = []
    assert index.read(lambda view: view.list_next_letters(1, "n1"), none) == ["2", "3"]
    assert index.read(lambda view: view.list_next_letters(1, "n"), none) == ["1", "ب"]
    assert index.read(lambda view: view.list_next_letters(1, "n125"), none) == []
    assert index.read(lambda view: view.list_begun_terms(1, ["n13", "n12", "n9"], 10), none) == ["n13", "n12", "n125"]
    assert index.read(lambda view: view.list_begun_terms(1, ["n1"], 2), none) == ["n12", "n125"]
