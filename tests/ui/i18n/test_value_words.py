"""Every column, sheet and code of an exported file has a word in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bridge.gateway.save_table import save_table
from service.domain.catalogue.items import Condition
from service.domain.export_table import HEADINGS, TableWords, put_into_words
from service.domain.marketplace.orders import OrderTable, Status
from service.files.reader import recognise
from service.usecases.export_tables import make_item_table, make_order_table, make_reorder_table, make_run_rows_table
from tests.fakes.arabic import is_arabic
from tests.fakes.read_rows import convert_rows
from tests.ui.ready_shop import read_records
from ui.i18n import Formats, Language, Translations
from ui.i18n.value_words import condition_words, make_table_words
from ui.panes.orders.order_words import status_words

TABLES = (
    make_item_table(()),
    make_reorder_table(()),
    *(make_order_table(what, (), 0) for what in OrderTable),
    make_run_rows_table(()),
)
FIELDS = {
    "sku", "name", "name_ar", "oem_number", "brand", "category", "condition", "price_fils", "wholesale_price_fils",
    "list_on_marketplace", "active", "quantity", "branch",
}  # fmt: skip


def test_there_is_a_heading_for_each_column_and_no_other() -> None:
    names = {column.name for table in TABLES for column in table.columns}
    assert names | {table.title for table in TABLES} == set(HEADINGS)


def test_arabic_headings_are_arabic_and_their_sheets_run_from_the_right(translations: Translations) -> None:
    translations.use(Language.ARABIC)
    for table in TABLES:
        headed = put_into_words(table, make_table_words(Formats(Language.ARABIC), {}))
        assert headed.rtl
        assert all(is_arabic(column.name) for column in headed.columns)
        assert is_arabic(headed.title)
        assert len({column.name for column in headed.columns}) == len(headed.columns)


def _make_words(language: Language) -> TableWords:
    """As the pane of the catalogue makes them."""
    return make_table_words(Formats(language), {"condition": condition_words().items()})


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["a.xlsx", "a.csv"])
def test_an_exported_catalogue_is_recognised_as_a_nightly_file(
    translations: Translations, tmp_path: Path, language: Language, name: str
) -> None:
    translations.use(language)
    save_table(tmp_path / name, make_item_table(read_records().items), _make_words(language))
    read = recognise(tmp_path / name, branches=("Main", "Riffa", "Hamad Town"))
    assert {bound.field for bound in read.mapping.columns} >= FIELDS
    assert read.matched.rivals == {}


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["a.xlsx", "a.csv"])
def test_conditions_and_switches_of_an_exported_catalogue_are_read_back(
    translations: Translations, tmp_path: Path, language: Language, name: str
) -> None:
    """The file has words for people, and a shop that corrects prices in it loads it again."""
    translations.use(language)
    items = [
        replace(
            read_records().items[0],
            sku=f"P-{number}",
            condition=condition,
            active=bool(number % 2),
            list_on_marketplace=number > 1,
        )
        for number, condition in enumerate(Condition)
    ]
    save_table(tmp_path / name, make_item_table(items), _make_words(language))
    read = recognise(tmp_path / name, branches=("Main", "Riffa", "Hamad Town"))
    rows = list(convert_rows(tmp_path / name, read))
    assert [row.notes for row in rows if row.notes] == []
    fields = {(row.fields["sku"], row.fields["condition"], row.fields["active"]) for row in rows}
    assert fields == {(item.sku, item.condition, item.active) for item in items}
    listed = {(row.fields["sku"], row.fields["list_on_marketplace"]) for row in rows}
    assert listed == {(item.sku, item.list_on_marketplace) for item in items}


def test_no_word_of_an_arabic_file_is_english(translations: Translations) -> None:
    translations.use(Language.ARABIC)
    words = make_table_words(
        Formats(Language.ARABIC), {"condition": condition_words().items(), "status": status_words().items()}
    )
    for text in (words.yes, words.no, *(word for codes in words.codes.values() for word in codes.values())):
        assert is_arabic(text)
    assert set(words.codes["status"]) == {status.value for status in Status}
