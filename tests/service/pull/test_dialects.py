"""A catalogue in any dialect, locale, encoding and format reads back equal, or a
question is asked.
"""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup
from service.pull.inspect_file import inspect_file
from tests.fakes.read_exports import Part, read_export
from tests.service.files.writers import write_delimited, write_json, write_xlsx

HEADER = ("SKU", "Name", "Price BHD", "Qty")
NAMES = {
    "utf-8": "فلتر زيت Pad",
    "utf-16": "فلتر زيت Pad",
    "utf-8-sig": "Ölfilter",
    "windows-1256": "فلتر زيت مكابح أمامية",
    "iso-8859-6": "فلتر زيت مكابح أمامية",
    "cp720": "فلتر زيت مكابح",
    "windows-1252": "Plaquette de frein arrière côté élève",
    "cp850": "Plaquette de frein arrière côté élève",
    "windows-1251": "Фильтр масляный передний",
    "koi8-r": "Фильтр масляный передний",
    "cp866": "Фильтр масляный передний",
    "windows-1253": "Φίλτρο λαδιού εμπρός",
    "windows-1254": "Yağ filtresi ışık şanzıman",
    "gb18030": "机油滤清器前刹车片",
}
_ROWS = st.lists(st.tuples(st.integers(50, 9_999_999), st.integers(0, 5_000_000)), min_size=1, max_size=12)


def _grouped(number: str, sign: str) -> str:
    return f"{int(number):,}".replace(",", sign)


def _write_number(thousandths: int, decimals: int, decimal: str, group: str) -> str:
    whole, rest = divmod(thousandths, 1000)
    text = _grouped(str(whole), group)
    part = f"{rest:03d}"[:decimals]
    return f"{text}{decimal}{part}" if decimals else text


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=_ROWS,
    decimals=st.tuples(st.sampled_from([0, 1, 2, 3]), st.sampled_from([0, 3])),
    locale=st.sampled_from([(".", ","), (",", "."), (",", " "), (".", ""), (",", ""), ("٫", "")]),
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    encoding=st.sampled_from(sorted(NAMES)),
    kind=st.sampled_from(["csv", "csv", "xlsx", "json"]),
    digits=st.booleans(),
)
def test_what_is_written_is_read_back_or_asked(
    tmp_path: Path,
    rows: list[tuple[int, int]],
    decimals: tuple[int, int],
    locale: tuple[str, str],
    delimiter: str,
    encoding: str,
    kind: str,
    digits: bool,
) -> None:
    (price_decimals, count_decimals), (decimal, group) = decimals, locale
    unit = 10 ** (3 - price_decimals)
    prices = [price // unit * unit for price, _ in rows]
    counts = [count if count_decimals else count // 1000 * 1000 for _, count in rows]
    arabic = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩") if digits and encoding.startswith("utf") else {}
    table = [
        (
            f"P-{place}",
            NAMES[encoding],
            _write_number(price, price_decimals, decimal, group).translate(arabic),
            _write_number(count, count_decimals, decimal, group).translate(arabic),
        )
        for place, (price, count) in enumerate(zip(prices, counts, strict=True))
    ]
    # Thousands of dinars with a point between the groups and without decimals
    # are what nobody can tell from three decimals.
    assume(price_decimals or group != "." or max(prices, default=0) < 1_000_000)
    # A comma between cells is no decimal sign:
    # a system that writes decimal commas puts something else there.
    assume(not (kind == "csv" and delimiter == decimal))
    if "٫" in locale and not encoding.startswith("utf"):
        return
    if kind == "csv":
        path = write_delimited(tmp_path / "list.csv", [HEADER, *table], delimiter=delimiter, encoding=encoding)
    elif kind == "json":
        path = write_json(tmp_path / "list.json", [HEADER, *table], "array")
    else:
        path = write_xlsx(tmp_path / "list.xlsx", {"Stock": [HEADER, *table]})
    read = read_export(path, tmp_path / "unpacked")
    expected = [
        Part(f"P-{place}", NAMES[encoding], price, count)
        for place, (price, count) in enumerate(zip(prices, counts, strict=True))
    ]
    assert read.asked or list(read.parts) == expected


CODES = [("Код", "Артикул"), ("Item No", "Part number"), ("كود الصنف", "رقم القطعة")]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    codes=st.sampled_from(CODES),
    prices=st.lists(st.integers(50, 9_999_999), min_size=3, max_size=8),
    decimals=st.sampled_from([1, 2, 3]),
    decimal=st.sampled_from([".", ","]),
    kind=st.sampled_from([",", ";", "\t", "|", "xlsx", "json"]),
    chosen=st.integers(0, 1),
)
def test_two_part_numbers_are_asked_and_each_answer_reads_back(
    tmp_path: Path,
    codes: tuple[str, str],
    prices: list[int],
    decimals: int,
    decimal: str,
    kind: str,
    chosen: int,
) -> None:
    assume(kind != decimal)
    unit = 10 ** (3 - decimals)
    rounded = [price // unit * unit for price in prices]
    table = [
        (f"PN-{place * 7}", f"60012{place:08d}", "Pad", _write_number(price, decimals, decimal, ""), "3")
        for place, price in enumerate(rounded, start=1)
    ]
    rows = [(*codes, "Name", "Price BHD", "Qty"), *table]
    if kind == "xlsx":
        path = write_xlsx(tmp_path / "list.xlsx", {"Stock": rows})
    elif kind == "json":
        path = write_json(tmp_path / "list.json", rows, "array")
    else:
        path = write_delimited(tmp_path / "list.csv", rows, delimiter=kind)
    setup = PullSetup(str(path), "")
    asked = {question.key for question in inspect_file(setup, PullChoices()).open_questions}
    assert "column-sku" in asked
    found = inspect_file(setup, PullChoices(answers={"column-sku": codes[chosen]}))
    assert {question.key for question in found.open_questions} == asked - {"column-sku"}
    assert [row.fields["sku"] for row in found.rows] == [row[chosen] for row in table]
    if not found.open_questions:
        assert [row.fields.get("price_fils", 0) for row in found.rows] == rounded
