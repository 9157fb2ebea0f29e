"""An export file to saved items, compared with uploads of the same rows over HTTP
(docs/performance.md).
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import xlsxwriter  # type: ignore[import-untyped, unused-ignore]

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data import sample_catalogue
from tests.bench.figure_table import Figure, share_of

COUNT = 100_000
ROUNDS = 5
_PRICES = {"price_fils": "Price", "wholesale_price_fils": "Wholesale price", "online_price_fils": "Online price"}
Cells = Iterable[list[object]]


def csv_file(bench: Bench) -> list[Figure]:
    """CSV of 100,000 rows by `counterpart pull run`:
    from the file to saved items, as the run itself counts.
    """
    return _against_uploads(bench, "pull of 100,000 rows of CSV", "csv", 0.5)


def xlsx_file(bench: Bench) -> list[Figure]:
    """The same as a workbook."""
    return _against_uploads(bench, "pull of 100,000 rows of XLSX", "xlsx", 0.25)


def _against_uploads(bench: Bench, work: str, kind: str, least: float) -> list[Figure]:
    """The first round makes the items, the others change price and quantity of every one."""
    held, pulled = bench.fresh(0), bench.fresh(0)
    folder = bench.scratch()
    uploads, pulls = [], []
    with child_processes.service_process(held.folder) as service:
        for version in range(ROUNDS):
            file = folder / f"stock.{kind}"
            (_write_csv if kind == "csv" else _write_xlsx)(file, _cells(version))
            if version == 0:
                # All prices have three decimals, so the file alone does not tell what the point is.
                _command(pulled.folder, "setup", str(file), "--decimal", "point")
            bodies = [sample_catalogue.upload(first, version) for first in range(0, COUNT, sample_catalogue.ROWS)]
            uploads.append(_upload(service.address, held.key, bodies))
            pulls.append(_pull(pulled.folder, file))
    return [share_of(f"{work} (floor: uploads of the same)", COUNT / median(uploads), COUNT / median(pulls), least)]


def _upload(address: str, key: str, bodies: Sequence[bytes]) -> float:
    """The seconds of these calls. Each round connects again: the service ends idle connections."""
    with BenchCaller(address, key) as caller:
        started = time.perf_counter()
        for body in bodies:
            caller.call("POST", "/v1/items", body)
        return time.perf_counter() - started


def _pull(folder: Path, file: Path) -> float:
    """The seconds that a run takes, the start of its process left out."""
    result = _command(folder, "run", str(file))
    if (result["state"], result["saved"], result["notes"]) != ("done", COUNT, []):
        raise RuntimeError(f"The pull saved {result['saved']} of {COUNT} rows: {str(result)[:300]}")

    seconds: float = _command(folder, "history", "--limit", "1")[0]["duration_ms"] / 1000
    return seconds


def _command(folder: Path, *words: str) -> Any:  # noqa: ANN401 - JSON
    line = [sys.executable, "-m", "bridge", "pull", *words, "--json", "--data-dir", str(folder)]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE, cwd=child_processes.ROOT).stdout)


def _cells(version: int) -> Cells:
    """A header, then the rows of the uploads: amounts in dinars, cars as JSON."""
    yield [_PRICES.get(name, name) for name in sample_catalogue.row(0, 0)]
    for number in range(COUNT):
        row = sample_catalogue.row(number, version)
        yield [_cell(name, value) for name, value in row.items()]


def _cell(name: str, value: object) -> object:
    if name in _PRICES and isinstance(value, int):
        return f"{value // 1000}.{value % 1000:03d}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False) if name == "fit" else value


def _write_csv(path: Path, rows: Cells) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def _write_xlsx(path: Path, rows: Cells) -> None:
    """Numbers as numbers, as spreadsheets keep them."""
    book = xlsxwriter.Workbook(str(path), {"constant_memory": True})
    sheet = book.add_worksheet("Stock")
    for place, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            text = str(cell)
            if place and text.replace(".", "", 1).isdigit():
                sheet.write_number(place, column, float(text))
            else:
                sheet.write_string(place, column, text)
    book.close()
