"""Inspecting a file under the owner's choices, and what is stored of them (pull §1)."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.domain.errors import BadRequest
from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import FIT_PARTS, FileForm, PullChoices
from service.domain.pull.pulls import PullSetup
from service.domain.shops import Mode
from service.domain.times import DAY
from service.files.file_errors import ColumnMissing, FileBroken, FileUnavailable
from service.pull.inspect_file import inspect_file
from service.pull.plans import choices_of
from service.pull.set_up_pull import forget_pull, next_night, set_up_pull
from service.store import pulls, shops
from tests.fakes.shop_fixture import ShopFixture
from tests.service.files.writers import write_delimited

HEADERS = ("Part No", "Description", "Retail", "Trade", "Cost", "Qty", "Fits", "Main", "Sitra")
TEXT = (
    f"{','.join(HEADERS)}\n"
    "00123,Pad,1.100,0.900,0.5,4,Toyota Corolla 2014-2019,1,2\n"
    "00124,Disc,2.200,1.800,0.9,0,Toyota Camry 2018,3,4\n"
)
FIELDS = ("sku", "name", "price_fils", "wholesale_price_fils", "quantity", "brand", "fit", *FIT_PARTS, "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A list with prices, quantities per branch and cars."""
    file = tmp_path / "stock.csv"
    file.write_text(TEXT, encoding="utf-8")
    return file


def look(path: Path, **choices: object) -> FileInspection:
    return inspect_file(PullSetup(str(path), ""), replace(PullChoices(), **choices))  # type: ignore[arg-type]


def test_without_a_part_number_the_columns_are_listed(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "l.csv", [("Colour", "Size"), ("red", "4")])
    inspection = inspect_file(PullSetup(str(path), ""), PullChoices())
    assert inspection.plan is None
    assert [str(remark) for remark in inspection.remarks][:2] == [
        "No column was recognised as the part number (SKU). Choose it.",
        "The columns are: Colour, Size.",
    ]


@pytest.mark.parametrize(
    "text", ["The licence, in full.\n\nYou may copy it\nwith, or without, changes.\n", "red\ngreen\n", '["red"]', "-1"]
)
def test_what_has_no_columns_is_no_list(tmp_path: Path, text: str) -> None:
    path = tmp_path / "l.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileBroken) as refused:
        look(path)
    assert str(refused.value).startswith("l.txt holds no list: ")


def test_one_column_of_part_numbers_is_a_list(tmp_path: Path) -> None:
    assert look(write_delimited(tmp_path / "l.csv", [("SKU",), ("A-1",), ("A-2",)])).plan is not None


def test_what_was_looked_at_is_not_read_again(path: Path) -> None:
    os.utime(path, (1, 1))
    assert look(path, vat_percent=10) is look(path, vat_percent=10)
    assert look(path) is not look(path, vat_percent=10)


def test_one_column_may_feed_two_fields(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "l.csv", [("Part", "Name"), ("A-1", "Pad")])
    choices = PullChoices(answers={"column-sku": "Part", "column-oem_number": "Part"})
    inspection = inspect_file(PullSetup(str(path), ""), choices)
    assert inspection.rows[0].fields == {"sku": "A-1", "oem_number": "A-1", "name": "Pad"}
    assert (inspection.columns[0].field, inspection.columns[0].also) == ("sku", ("oem_number",))
    again = inspect_file(PullSetup(str(path), ""), choices_of(inspection.plan or ""))
    assert again.rows[0].fields == inspection.rows[0].fields


def test_what_is_recognised_is_told_with_samples_and_first_rows(path: Path) -> None:
    found = look(path)
    fed = {column.header: column.field for column in found.columns if column.field}
    assert fed["Part No"] == "sku"
    assert "Cost" not in fed
    assert found.columns[0].samples == ("00123", "00124")
    assert found.form == FileForm("delimited", "utf-8", ",", None, 1)
    assert found.rows[0].texts["sku"] == "00123"
    assert found.plan is not None


def test_every_choice_is_kept_in_the_plan(path: Path) -> None:
    columns = {"Part No": "sku", "Description": "name", "Trade": "price_fils", "Main": "quantity", "Sitra": "quantity"}
    chosen = PullChoices(
        form=FileForm("delimited", "utf-8", ",", None, 1),
        columns=columns | {"Fits": "fit"},
        branches={"Main": "Main", "Sitra": "Sitra shop"},
        fixed={"brand": "Denso", "fit_make": "Toyota"},
        prices_in_fils=False,
        decimal_comma=False,
        vat_percent=10,
    )
    inspection = inspect_file(PullSetup(str(path), ""), chosen)
    assert inspection.plan is not None
    assert choices_of(inspection.plan) == chosen
    assert inspection.choices == chosen
    assert inspection.rows[0].texts == {
        "brand": "Denso", "sku": "00123", "name": "Pad", "price_fils": "0.818", "quantity": "1", "branch": "Main",
        "fit": "Toyota Corolla 2014-2019",
    }  # fmt: skip


def test_cars_are_read_only_when_the_owner_asks(path: Path) -> None:
    assert look(path).fit_offer == ("Fits",)
    assert "fit" not in look(path).rows[0].texts
    assert look(path, fit_as_offered=True).rows[0].texts["fit"] == "Toyota Corolla 2014-2019"


def test_without_a_part_number_there_is_no_plan_and_it_is_said_first(path: Path) -> None:
    found = look(path, columns={"Description": "name"})
    assert found.plan is None
    assert str(found.remarks[0]) == "No column was recognised as the part number (SKU). Choose it."
    assert found.rows == ()


def test_a_choice_that_cannot_be_is_told(path: Path) -> None:
    with pytest.raises(BadRequest, match="no field 'price'"):
        look(path, columns={"Part No": "sku", "Retail": "price"})
    with pytest.raises(BadRequest, match="Two columns are chosen for name"):
        look(path, columns={"Part No": "sku", "Description": "name", "Fits": "name"})
    with pytest.raises(BadRequest, match="no format 'pdf'"):
        look(path, form=FileForm(kind="pdf"))
    with pytest.raises(ColumnMissing, match="no column Nope"):
        look(path, columns={"Part No": "sku", "Nope": "name"})
    with pytest.raises(FileUnavailable):
        look(path.with_name("away.csv"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=st.dictionaries(st.sampled_from(HEADERS), st.sampled_from(FIELDS)), vat=st.booleans())
def test_a_plan_that_is_kept_reads_the_file_as_it_was_shown(path: Path, chosen: dict[str, str], vat: bool) -> None:
    columns = {header: name for header, name in {"Part No": "sku", **chosen}.items() if name}
    try:
        shown = look(path, columns=columns, vat_percent=10 * vat)
    except BadRequest:
        return
    if shown.plan is not None:
        again = inspect_file(PullSetup(str(path), ""), choices_of(shown.plan))
        assert (again.rows, again.plan) == (shown.rows, shown.plan)


def test_setting_up_switches_the_pull_on_and_begins_with_the_next_night(shop: ShopFixture, path: Path) -> None:
    found = look(path)
    assert found.plan is not None
    setup, now = PullSetup(str(path), found.plan), shop.clock.now()
    shop.write(lambda tx: set_up_pull(tx, shop.shop, setup, 120, now=now))
    shop.reload()
    assert shop.shop.has(Mode.SCHEDULED_PULL)
    following = shop.read(lambda db: next_night(db, shop.shop))
    assert following is not None
    assert now < following <= now + DAY + DAY // 12
    shop.write(lambda tx: shops.set_mode(tx, shop.shop.id, Mode.SCHEDULED_PULL, on=False))
    shop.reload()
    assert shop.read(lambda db: next_night(db, shop.shop)) is None
    shop.write(lambda tx: forget_pull(tx, shop.shop))
    assert shop.read(lambda db: pulls.find_source(db, shop.shop.id)) is None
    with pytest.raises(BadRequest, match="time of day"):
        shop.write(lambda tx: set_up_pull(tx, shop.shop, setup, 1440, now=now))
