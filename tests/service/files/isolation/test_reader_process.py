"""Workbooks and large JSON arrays are read in a child process that can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from service.child_program import READER
from service.files.file_errors import FileBroken, FileError, FileTooLarge, FileUnavailable
from service.files.format_reader import Fact, isolated_reader, use_reader
from service.files.formats.registry import raw_rows
from service.files.isolation.child import Responder
from service.files.isolation.frames import MISTAKE, AskMore, Fault, Request, pack_rows, unpack_rows
from service.files.isolation.reader_process import ReaderMistake, ReaderProcess
from service.files.reader import recognise
from service.files.source import MAX_JSON_IN_PROCESS_BYTES, NULL, DateCell, Kind, NumberCell, RawRow, Source
from tests.fakes.read_rows import convert_rows
from tests.service.files.writers import (
    Cell,
    write_dbf,
    write_html,
    write_ods,
    write_spreadsheet_xml,
    write_xls,
    write_xlsx,
)

HEADER: list[Cell] = ["SKU", "Name", "Price"]
ROWS = [HEADER, *(list[Cell]((f"A{number}", f"Part {number}", 1.5)) for number in range(1_500))]


class StopReading(Exception):
    """What a check raises."""


@pytest.fixture
def children() -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Starts children of which none may be left."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        started.append(READER.start())
        return started[-1]

    yield start
    assert [child.returncode for child in started if child.returncode is None] == []


def hang() -> subprocess.Popen[bytes]:
    """A child that answers nothing."""
    return subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def test_a_workbook_is_read_as_in_this_process(tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]) -> None:
    paths = [
        write_xlsx(tmp_path / "list.xlsx", {"Stock": ROWS, "Old": [["x"]]}),
        write_xls(tmp_path / "list.xls", {"Stock": ROWS[:5]}),
        write_ods(tmp_path / "list.ods", {"Stock": [["SKU", "Price"], ["00123", 2]]}),
        write_html(tmp_path / "page.xls", ROWS[:5], encoding="windows-1256", named=False),
        write_dbf(tmp_path / "list.dbf", [("SKU", "NAME", "PRICE"), ("00123", "فلتر زيت مكابح", 1.5)]),
        write_spreadsheet_xml(tmp_path / "xml.xls", {"Stock": ROWS[:5]}),
    ]
    with ReaderProcess(start=children) as reader:
        for path in paths:
            plain = recognise(path)
            with use_reader(reader):
                found = recognise(path)
                rows = list(convert_rows(path, found))
            assert (found.mapping, found.source) == (plain.mapping, plain.source)
            assert rows == list(convert_rows(path, plain))
    assert isolated_reader(paths[0], Source(Kind.XLSX)) is None


def test_errors_of_the_file_come_back_as_they_are(
    tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]
) -> None:
    broken = tmp_path / "list.xlsx"
    broken.write_bytes(b"PK\x03\x04 and no more")
    with ReaderProcess(start=children) as reader, use_reader(reader):
        with pytest.raises(FileBroken, match="is cut off or damaged"):
            recognise(broken)
        with pytest.raises(FileUnavailable):
            list(reader.rows(tmp_path / "gone.xlsx", Source(Kind.XLSX, sheet="Stock")))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name of a file is text")
def test_a_file_whose_name_is_no_text(tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]) -> None:
    path = write_xlsx(tmp_path / "list\udcff.xlsx", {"Stock": [["SKU"]]})
    with ReaderProcess(start=children) as reader:
        assert reader.ask(Fact.SHEETS, path, Source(Kind.XLSX)) == ("Stock",)
        with pytest.raises(FileBroken, match="no sheet 'Prices'") as error:
            next(reader.rows(path, Source(Kind.XLSX, sheet="Prices")))
    assert str(error.value.sentence).startswith("list?.xlsx")


def test_rows_that_are_left_do_not_disturb_the_next(
    tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]
) -> None:
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": ROWS})
    with ReaderProcess(start=children) as reader:
        source = Source(Kind.XLSX, sheet="Stock")
        assert next(reader.rows(path, source)).line == 1
        assert reader.ask(Fact.SHEETS, path, Source(Kind.XLSX)) == ("Stock",)
        assert len(list(reader.rows(path, source))) == len(ROWS)


def test_cells_keep_their_type() -> None:
    rows = [RawRow(1, ["a", NumberCell("1.50"), DateCell("2026-01-01"), NULL, ""]), RawRow(2, []), RawRow(3, ["b"])]
    back = unpack_rows(pack_rows(rows, last=True))
    assert back == rows
    assert [type(cell) for cell in back[0].cells] == [type(cell) for cell in rows[0].cells]


def test_a_large_json_array_is_read_in_the_child_and_a_small_one_here(tmp_path: Path) -> None:
    source = Source(Kind.JSON, header_row=0, headers=("sku",))
    path = tmp_path / "list.json"
    started: list[int] = []

    def start() -> subprocess.Popen[bytes]:
        started.append(1)
        return READER.start()

    with ReaderProcess(start=start) as reader, use_reader(reader):
        path.write_text('[{"sku": 1.50}]')
        assert [row.cells for row in raw_rows(path, source)] == [["1.50"]]
        assert not started
        path.write_text('[{"sku": 1.50}' + " " * MAX_JSON_IN_PROCESS_BYTES + "]")
        (row,) = raw_rows(path, source)
    assert started
    assert type(row.cells[0]) is NumberCell


def test_memory_past_the_bound_is_one_sentence(tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]) -> None:
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": ROWS})
    with ReaderProcess(start=children, memory_bytes=1) as reader, pytest.raises(FileTooLarge, match="1 GB of memory"):
        reader.ask(Fact.SHEETS, path, Source(Kind.XLSX))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows watches the memory from outside only")
def test_the_system_limits_the_memory_too(tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]) -> None:
    path = tmp_path / "list.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", "")
    with ReaderProcess(start=children) as reader:
        with pytest.raises(FileBroken):
            reader.ask(Fact.KIND, path, Source(Kind.XLSX))
        process = reader._process
        assert process is not None
        if sys.platform == "linux":
            soft, _ = psutil.Process(process.pid).rlimit(psutil.RLIMIT_AS)
            assert soft == 3 << 29


def test_time_past_the_bound_is_one_sentence(tmp_path: Path) -> None:
    with ReaderProcess(start=hang, wait_seconds=0.0) as reader, pytest.raises(FileTooLarge, match="10 minutes"):
        reader.ask(Fact.SHEETS, tmp_path / "list.xlsx", Source(Kind.XLSX))


def test_a_check_that_raises_ends_the_child_at_once(tmp_path: Path) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        started.append(hang())
        return started[0]

    def check() -> None:
        raise StopReading

    with ReaderProcess(check, start) as reader, pytest.raises(StopReading):
        reader.ask(Fact.SHEETS, tmp_path / "list.xlsx", Source(Kind.XLSX))
    assert started[0].returncode not in (None, 0), "it was killed, as it ends by itself with 0"


def test_a_child_that_is_killed_is_one_sentence(
    tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]
) -> None:
    # The child has the next chunk ready, so the one after it is the first that it cannot give.
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": [("SKU", "Name"), *((f"P-{n}", "Pad") for n in range(3_500))]})
    with ReaderProcess(start=children) as reader:
        rows = reader.rows(path, Source(Kind.XLSX, sheet="Stock"))
        next(rows)
        process = reader._process
        assert process is not None
        process.kill()
        process.wait()
        with pytest.raises(FileError, match="ended in the middle"):
            list(rows)


def test_a_program_that_does_not_start_is_one_sentence(tmp_path: Path) -> None:
    def start() -> subprocess.Popen[bytes]:
        raise FileNotFoundError(2, "No such file or directory")

    with ReaderProcess(start=start) as reader, pytest.raises(FileUnavailable, match="does not start"):
        reader.ask(Fact.SHEETS, tmp_path / "list.xlsx", Source(Kind.XLSX))


@pytest.mark.parametrize("written", ["print('x' * 100)", "import sys; sys.stdout.buffer.write(b'\\0\\0\\0\\1x')"])
def test_an_answer_that_is_none_is_one_sentence(tmp_path: Path, written: str) -> None:
    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", f"{written}; import sys; sys.stdout.flush(); sys.stdin.read()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    with ReaderProcess(start=start) as reader, pytest.raises(FileError, match="ended in the middle"):
        reader.ask(Fact.SHEETS, tmp_path / "list.xlsx", Source(Kind.XLSX))


def test_rows_are_not_read_in_turns_with_others(
    tmp_path: Path, children: Callable[[], subprocess.Popen[bytes]]
) -> None:
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": ROWS})
    with ReaderProcess(start=children) as reader:
        first, second = (reader.rows(path, Source(Kind.XLSX, sheet="Stock")) for _ in range(2))
        next(first), next(second)
        with pytest.raises(ReaderMistake, match="Other rows were asked for"):
            list(first)


def test_a_mistake_of_the_program_brings_its_traceback() -> None:
    answer = Responder().answer(Request(7, AskMore(3)))
    assert answer.number == 7
    assert isinstance(answer.body, Fault)
    assert (answer.body.error, "ValueError: The rows of request 3" in answer.body.details) == (MISTAKE, True)


def test_the_child_ends_when_the_program_is_killed(tmp_path: Path) -> None:
    """The program is killed while it waits: the end of the pipe ends the child."""
    script = (
        "import sys, time; from service.child_program import READER;"
        "child = READER.start(); print(child.pid, flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, **READER.make_environment(os.environ)}
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as program:
        assert program.stdout is not None
        child = psutil.Process(int(program.stdout.readline()))
        program.kill()
    child.wait(timeout=20)
