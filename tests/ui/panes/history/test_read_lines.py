"""Pages of the history join without a gap and without a line twice."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from service.domain.history import Cursor, HistoryLine
from tests.ui.fake.history.fake_history import writes_of
from ui.backend.history.history_port import WritePage
from ui.panes.history.read_lines import ReadLines

LINE = writes_of()[0]
PAGE = 4


def line(number: int) -> HistoryLine:
    return replace(LINE, write=replace(LINE.write, id=number, at=number))


def read_page(newest: int, before: Cursor | None, *, step: int, narrowed_to: int) -> WritePage:
    """Reads the writes `newest` to 1: a step of them, of which those are listed that the number
    divides.
    """
    start = newest if before is None else before[1] - 1
    numbers = range(start, max(start - step, 0), -1)
    end = None if not numbers or numbers[-1] == 1 else (numbers[-1], numbers[-1])
    found = tuple(line(number) for number in numbers if number % narrowed_to == 0)
    return WritePage(found, end, (start, start) if numbers else None)


@given(
    old=st.integers(0, 30),
    new=st.integers(0, 30),
    pages=st.integers(0, 9),
    step=st.integers(1, 6),
    narrowed_to=st.sampled_from([1, 2, 7, 50]),
)
def test_lines_have_no_gap_after_new_writes(old: int, new: int, pages: int, step: int, narrowed_to: int) -> None:
    read = ReadLines.begin(read_page(old, None, step=step, narrowed_to=narrowed_to))
    for _ in range(pages):
        if read.resume is not None:
            read = read.append(read_page(old, read.resume, step=step, narrowed_to=narrowed_to))
    newest = old + new
    read = read.renew(read_page(newest, None, step=step, narrowed_to=narrowed_to))
    lowest = 1 if read.resume is None else read.resume[1]
    listed = [one.write.id for one in read.rows]
    assert listed == [number for number in range(newest, lowest - 1, -1) if number % narrowed_to == 0]


def test_what_was_read_to_the_end_is_not_read_again_after_a_change() -> None:
    read = ReadLines.begin(read_page(20, None, step=PAGE, narrowed_to=50))
    while read.resume is not None:
        read = read.append(read_page(20, read.resume, step=PAGE, narrowed_to=50))
    assert read.renew(read_page(21, None, step=PAGE, narrowed_to=50)).resume is None


def test_more_new_writes_than_a_page_leave_the_page_alone() -> None:
    read = ReadLines.begin(read_page(10, None, step=PAGE, narrowed_to=1))
    renewed = read.renew(read_page(30, None, step=PAGE, narrowed_to=1))
    assert [one.write.id for one in renewed.rows] == [30, 29, 28, 27]
    assert renewed.resume == (27, 27)
