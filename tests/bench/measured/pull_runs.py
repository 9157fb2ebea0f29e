"""An export file to saved items, compared with uploads of the same rows over HTTP
(docs/performance.md).
"""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import xlsxwriter  # type: ignore[import-untyped, unused-ignore]

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data import sample_catalogue
from tests.bench.timing import Figure, share_of

COUNT = 100_000
ROUNDS = 5
_PRICES = {"price_fils": "Price", "wholesale_price_fils": "Wholesale price", "online_price_fils": "Online price"}
_PRICE_MARK, _QUANTITY_MARK = "@price@", "@quantity@"
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
    uploads = []
    bodies, rows = PartTexts(_json_text), PartTexts(_csv_text) if kind == "csv" else None
    with child_processes.service_process(held.folder) as service:
        for version in range(ROUNDS):
            file, values = folder / f"stock.{kind}", prices_and_quantities(version)
            if rows is None:
                _write_xlsx(file, _cells(version))
            else:
                _write_csv(file, rows.fill(values))
            if version == 0:
                # All prices have three decimals, so the file alone does not tell what the point is.
                _command(pulled.folder, "setup", str(file), "--decimal", "point", "--yes")
            uploads.append(_upload(service.address, held.key, _bodies(bodies.fill(values))))
            _pull(pulled.folder, file)
    pulls = _seconds_of_runs(pulled.folder)
    return [share_of(f"{work} (floor: uploads of the same)", COUNT / median(uploads), COUNT / median(pulls), least)]


class PartTexts:
    """The text of each part, made once: from version to version only its price and its quantity
    change. `write` makes the text of a row whose price and quantity are the marks.
    """

    def __init__(self, write: Callable[[dict[str, object]], str], count: int = COUNT) -> None:
        self._is_json = write is _json_text
        self._texts = [
            write({**sample_catalogue.row(number, 0), "price_fils": _PRICE_MARK, "quantity": _QUANTITY_MARK})
            for number in range(count)
        ]

    def fill(self, values: Iterable[tuple[object, object]]) -> list[str]:
        """The texts of all parts with their prices and quantities."""
        return [self._fill(text, *pair) for text, pair in zip(self._texts, values, strict=True)]

    def _fill(self, text: str, price: object, quantity: object) -> str:
        if self._is_json:
            return text.replace(f'"{_PRICE_MARK}"', str(price)).replace(f'"{_QUANTITY_MARK}"', str(quantity))
        return text.replace(_PRICE_MARK, str(_cell("price_fils", price))).replace(_QUANTITY_MARK, str(quantity))


def prices_and_quantities(version: int, count: int = COUNT) -> list[tuple[object, object]]:
    """What a version gives to each part."""
    rows = (sample_catalogue.row(number, version) for number in range(count))
    return [(row["price_fils"], row["quantity"]) for row in rows]


def _json_text(row: dict[str, object]) -> str:
    return json.dumps(row, ensure_ascii=False)


def _csv_text(row: dict[str, object]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow([_cell(name, value) for name, value in row.items()])
    return text.getvalue()


def _bodies(texts: Sequence[str]) -> list[bytes]:
    """The calls of an upload, as `sample_catalogue.upload` makes them."""
    size = sample_catalogue.ROWS
    parts = (texts[first : first + size] for first in range(0, len(texts), size))
    return [f'{{"items": [{", ".join(part)}]}}'.encode() for part in parts]


def _upload(address: str, key: str, bodies: Sequence[bytes]) -> float:
    """The seconds of these calls. Each round connects again: the service ends idle connections."""
    with BenchCaller(address, key) as caller:
        started = time.perf_counter()
        for body in bodies:
            caller.call("POST", "/v1/items", body)
        return time.perf_counter() - started


def _pull(folder: Path, file: Path) -> None:
    result = _command(folder, "run", str(file))
    if (result["state"], result["saved"], result["notes"]) != ("done", COUNT, []):
        raise RuntimeError(f"The pull saved {result['saved']} of {COUNT} rows: {str(result)[:300]}")


def _seconds_of_runs(folder: Path) -> list[float]:
    """The seconds that each run took, the start of its process left out."""
    runs = _command(folder, "history", "--limit", str(ROUNDS))
    return [run["duration_ms"] / 1000 for run in runs]


def _command(folder: Path, *words: str) -> Any:  # noqa: ANN401 - JSON
    line = [sys.executable, "-m", "bridge", "pull", *words, "--json", "--data-dir", str(folder)]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE, cwd=child_processes.ROOT).stdout)


def _header() -> list[str]:
    return [_PRICES.get(name, name) for name in sample_catalogue.row(0, 0)]


def _cells(version: int) -> Cells:
    """A header, then the rows of the uploads: amounts in dinars, cars as JSON."""
    yield [*_header()]
    for number in range(COUNT):
        row = sample_catalogue.row(number, version)
        yield [_cell(name, value) for name, value in row.items()]


def _cell(name: str, value: object) -> object:
    if name in _PRICES and isinstance(value, int):
        return f"{value // 1000}.{value % 1000:03d}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False) if name == "fit" else value


def _write_csv(path: Path, rows: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(_header())
        file.writelines(rows)


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
