"""The fast path of prices agrees with the reference wherever it answers (docs/decisions/0005)."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from service.files.source import NumberCell
from service.files.values.cell_readers import Reading, read_price
from service.files.values.cell_readers_fast import make_fast_price_reader
from service.files.values.options import DecimalSign, MoneyUnit, Options

TEXTS = st.one_of(
    st.decimals(min_value=0, max_value=10**9, places=3).map(str),
    st.integers(-10, 10**18).map(str),
    st.text("0123456789.,-+٣ ", max_size=18),
)
OPTIONS = st.builds(
    Options,
    decimal=st.sampled_from(DecimalSign),
    money=st.sampled_from(MoneyUnit),
    vat_percent=st.sampled_from([0, 10]),
    zero_prices=st.booleans(),
)


@given(TEXTS, OPTIONS, st.booleans())
@example("12.345", Options(), False)
@example("0.000", Options(), False)
@example("1.5", Options(decimal=DecimalSign.COMMA), True)
def test_the_fast_path_agrees_with_the_reference(text: str, options: Options, is_number: bool) -> None:
    cell = NumberCell(text) if is_number else text
    fils = make_fast_price_reader(options)(cell)
    if fils is not None:
        assert read_price(cell, "price_fils", options) == Reading(fils)


def test_it_reads_what_most_files_hold() -> None:
    read = make_fast_price_reader(Options())
    assert [read(text) for text in ("12", "12.3", "0.050", "7.")] == [12_000, 12_300, 50, None]
    assert [read(text) for text in ("1,5", "-1", "1.2345", "", "٣", "1e3", "9" * 16)] == [None] * 7
