"""Headings for people take the place of names, in columns that are wide enough for them."""

from __future__ import annotations

from service.domain.reports.export_headings import TableHeadings, head_for_people
from service.domain.reports.export_table import CellKind, Column, ExportTable

ROWS = [("A-1", 500)]
TABLE = ExportTable("Catalogue", (Column("sku", width=20), Column("price_bhd", CellKind.MONEY, 8)), ROWS)


def test_headings_take_the_place_of_names_and_the_sheet_runs_as_they_do() -> None:
    headings = TableHeadings({"Catalogue": "الكتالوج", "price_bhd": "السعر بالدينار"}, rtl=True)
    headed = head_for_people(TABLE, headings)
    assert (headed.title, headed.rtl, headed.rows) == ("الكتالوج", True, ROWS)
    assert headed.columns == (Column("sku", width=20), Column("السعر بالدينار", CellKind.MONEY, 16))


def test_what_has_no_heading_keeps_its_name() -> None:
    headed = head_for_people(TABLE, TableHeadings())
    assert (headed.title, headed.rtl) == ("Catalogue", False)
    assert headed.columns == (Column("sku", width=20), Column("price_bhd", CellKind.MONEY, 11))
