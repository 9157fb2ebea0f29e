"""The model's window: in order, without gaps or duplicates, bounded, at both ends."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from service.domain.call_log.calls import Call
from tests.ui.fake.fake_clock import ZONE
from ui.i18n import Formats, Language
from ui.panes.calls.call_words import CallWords
from ui.panes.calls.log_model import LogModel, LogRow, LogRowFactory, fit_path

FORMATS = Formats(Language.ENGLISH, ZONE)
MAKE = LogRowFactory(FORMATS, CallWords(FORMATS))


def row(at: int, number: int = 0) -> LogRow:
    """One at a moment; the id follows the moment unless it is given."""
    call = Call(number or at, at, 1, 1, "Till 1", "127.0.0.1", "GET", "/v1/orders", 200, 900, 0, 10)
    return MAKE.make_rows((call,), 0)[0]


def checked(most: int = 50) -> LogModel:
    model = LogModel(most)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    return model


def ids(model: LogModel) -> list[int]:
    return [line.call.id for line in model.rows]


def down(first: int, last: int) -> list[LogRow]:
    return [row(at) for at in range(first, last - 1, -1)]


def test_older_pages_push_the_newest_out_and_newer_ones_the_oldest(qapp: QApplication) -> None:
    model = checked(50)
    model.begin(down(100, 71), older=True)
    model.add_older(down(70, 41), older=True)
    assert ids(model) == list(range(90, 40, -1))
    assert (model.newer, model.older) == (True, True)
    model.add_newer(down(110, 91), newer=False)
    assert ids(model) == list(range(110, 60, -1))
    assert (model.newer, model.older) == (False, True)


def test_a_call_that_took_longer_comes_in_below_later_ones(qapp: QApplication) -> None:
    model = checked()
    model.begin([row(30, 3), row(20, 2)], older=False)
    assert model.merge([row(40, 6), row(35, 7), row(30, 3), row(25, 5), row(20, 2), row(10, 4)]) == 4
    assert ids(model) == [6, 7, 3, 5, 2, 4]
    assert model.merge([row(40, 6), row(35, 7)]) == 0


@given(st.sets(st.integers(1, 60), max_size=40), st.sets(st.integers(1, 60), max_size=40))
def test_merging_is_the_sorted_union(there: set[int], come: set[int]) -> None:
    model = LogModel(100)
    model.begin([row(at) for at in sorted(there, reverse=True)], older=False)
    assert model.merge([row(at) for at in sorted(come, reverse=True)]) == len(come - there)
    assert ids(model) == sorted(there | come, reverse=True)


def test_it_asks_for_more_only_where_there_is_more(qapp: QApplication) -> None:
    model = checked()
    asked: list[None] = []
    model.older_requested.connect(lambda: asked.append(None))
    model.begin(down(9, 1), older=False)
    model.fetchMore(QModelIndex())
    assert (model.canFetchMore(QModelIndex()), asked) == (False, [])
    model.older = True
    model.fetchMore(QModelIndex())
    assert (model.canFetchMore(QModelIndex()), len(asked)) == (True, 1)


def test_a_screen_reader_hears_the_whole_line(qapp: QApplication) -> None:
    model = checked()
    model.begin(down(9, 9), older=False)
    said = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "03:00:00, 200, GET, /v1/orders, answered, Till 1"


def test_paths_keep_the_end_of_the_reference_and_the_action() -> None:
    path = "/v1/orders/ORD-2026-000119/accept"
    assert fit_path(path, 33) == path
    assert fit_path(path, 25) == "/v1/orders/…000119/accept"
    assert fit_path(path, 24) == "/v1/orders/…119/accept"
    assert fit_path("/v1/orders/ORD-2026-000123/confirm_fitment", 24) == "…000123/confirm_fitment"
    assert fit_path("/v1/orders/ORD-2026-000123/confirm_fitment", 18) == "…/confirm_fitment"
    assert fit_path("/v1/items?offset=200&limit=500", 20) == "/v1/items?offset=20…"


@given(st.text(min_size=1), st.integers(2, 60))
def test_a_path_never_takes_more_room_than_it_has(path: str, room: int) -> None:
    shorten: Callable[[str, int], str] = fit_path
    assert len(shorten(path, room)) <= max(room, 2)
