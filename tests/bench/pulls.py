"""An export file to saved items, against uploads of the same rows over HTTP (docs/performance.md)."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import median

import xlsxwriter  # type: ignore[import-untyped, unused-ignore]

from tests.bench import catalogue, processes
from tests.bench.bench import Bench
from tests.bench.caller import Caller
from tests.bench.table import Figure, share_of

COUNT = 100_000
ROUNDS = 3
_PRICES = {"price_fils": "Price", "wholesale_price_fils": "Wholesale price", "online_price_fils": "Online price"}
Cells = Iterable[list[object]]


def csv_file(bench: Bench) -> list[Figure]:
    """CSV of 100,000 rows by `counterpart pull run`, the start of its process too."""
    return _against_uploads(bench, "pull of 100,000 rows of CSV", "csv", 0.5)


def xlsx_file(bench: Bench) -> list[Figure]:
    """The same as a workbook."""
    return _against_uploads(bench, "pull of 100,000 rows of XLSX", "xlsx", 0.25)


def _against_uploads(bench: Bench, work: str, kind: str, least: float) -> list[Figure]:
    """The first round makes the items, the others change price and quantity of every one."""
    held, pulled = bench.fresh(0), bench.fresh(0)
    folder = bench.scratch()
    uploads, pulls = [], []
    with processes.service(held.folder) as service, Caller(service.address, held.key) as caller:
        for version in range(ROUNDS):
            file = folder / f"stock.{kind}"
            (_write_csv if kind == "csv" else _write_xlsx)(file, _cells(version))
            bodies = [catalogue.upload(first, version) for first in range(0, COUNT, catalogue.ROWS)]
            started = time.perf_counter()
            for body in bodies:
                caller.call("POST", "/v1/items", body)
            uploads.append(time.perf_counter() - started)
            started = time.perf_counter()
            _pull(pulled.folder, file)
            pulls.append(time.perf_counter() - started)
    return [share_of(f"{work} (floor: uploads of the same)", COUNT / median(uploads), COUNT / median(pulls), least)]


def _pull(folder: Path, file: Path) -> None:
    line = [sys.executable, "-m", "bridge", "pull", "run", str(file), "--json", "--data-dir", str(folder)]
    done = subprocess.run(line, check=True, stdout=subprocess.PIPE, cwd=processes.ROOT)
    result = json.loads(done.stdout)
    if (result["state"], result["saved"], result["notes"]) != ("done", COUNT, []):
        raise RuntimeError(f"The pull saved {result['saved']} of {COUNT} rows: {str(result)[:300]}")


def _cells(version: int) -> Cells:
    """A header, then the rows of the uploads: amounts in dinars, cars as JSON."""
    yield [_PRICES.get(name, name) for name in catalogue.row(0, 0)]
    for number in range(COUNT):
        row = catalogue.row(number, version)
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
