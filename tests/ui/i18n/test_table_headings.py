"""Every column and sheet of an exported file has a heading in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.gateway.exports.save_table import save_table
from service.domain.marketplace.order_record import OrderTable
from service.domain.reports.export_headings import HEADINGS, head_for_people
from service.files.reader import recognise
from service.usecases.exports.item_tables import make_item_table, make_reorder_table
from service.usecases.exports.order_tables import make_order_table
from tests.fakes.arabic import is_arabic
from tests.ui.fake.shop_data import ITEMS
from ui.i18n import Formats, Language, Translations
from ui.i18n.table_headings import make_headings

TABLES = (make_item_table(()), make_reorder_table(()), *(make_order_table(what, ()) for what in OrderTable))
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
        headed = head_for_people(table, make_headings(Formats(Language.ARABIC)))
        assert headed.rtl
        assert all(is_arabic(column.name) for column in headed.columns)
        assert is_arabic(headed.title)
        assert len({column.name for column in headed.columns}) == len(headed.columns)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["a.xlsx", "a.csv"])
def test_an_exported_catalogue_is_recognised_as_a_nightly_file(
    translations: Translations, tmp_path: Path, language: Language, name: str
) -> None:
    translations.use(language)
    save_table(tmp_path / name, make_item_table(ITEMS), make_headings(Formats(language)))
    read = recognise(tmp_path / name, branches=("Main", "Riffa", "Hamad Town"))
    assert {bound.field for bound in read.mapping.columns} >= FIELDS
    assert read.rivals == {}
