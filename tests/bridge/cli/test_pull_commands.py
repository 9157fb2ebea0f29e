"""`counterpart pull`: set-up, runs, history, undo (pull §1, contract §8)."""

from __future__ import annotations

import csv
import io
import shlex
from pathlib import Path

import pytest

from tests.bridge.cli.cli_data import give_items, order_of
from tests.bridge.cli.cli_runner import Cli

ROWS = "SKU,Name,Price,Quantity\nA-1,Pad,2.75,3\nA-2,Filter,1.000,-2\n,no code,1,1\n"
MINE = ("--shop", "My shop")
OTHERS = {
    "its staging shop": (*MINE, "--staging"),
    "another shop": ("--shop", "Sitra"),
    "another shop's staging shop": ("--shop", "Sitra", "--staging"),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An export with a row that is noted and one that is rejected."""
    return written(tmp_path / "stock.csv", ROWS)


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_setup_shows_what_was_recognised_and_keeps_it(cli: Cli, file: Path) -> None:
    output = cli.ok("pull", "setup", "--yes", str(file), "--at", "03:30")
    assert "SKU -> sku" in output
    assert "every day at that time" in output
    printed = cli.json("pull", "setup")
    assert (printed["saved"], printed["path"], printed["at"], printed["file"]) == (False, str(file), "03:30", str(file))
    assert printed["form"] == {
        "kind": "delimited",
        "encoding": "utf-8",
        "delimiter": ",",
        "sheet": None,
        "header_row": 1,
        "sheets": [],
        "member": None,
        "breaks": [],
    }
    assert [(column["header"], column["field"]) for column in printed["columns"]] == [
        ("SKU", "sku"), ("Name", "name"), ("Price", "price_fils"), ("Quantity", "quantity"),
    ]  # fmt: skip
    assert printed["rows"][0] == {
        "line": 2, "fields": {"sku": "A-1", "name": "Pad", "price_fils": 2750, "quantity": 3}, "notes": [],
        "error": None,
    }  # fmt: skip
    assert printed["rows"][2]["error"] == "sku: is blank"
    assert cli.json("mode")["scheduled_pull"] is True


def test_every_guess_can_be_changed_and_stays_changed(cli: Cli, tmp_path: Path) -> None:
    file = written(
        tmp_path / "list.txt",
        "My list\nCode;What;Retail;Main;Sitra;For\n7;Pad;1,100;1;2;Corolla 2014\n8;Disc;2,200;3;4;Camry 2018\n",
    )
    words = [
        "--kind", "delimited", "--encoding", "windows-1256", "--delimiter", "semicolon", "--header-row", "2",
        "--column", "sku=Code", "--column", "name=What", "--column", "online_price_fils=Retail", "--decimal", "comma",
        "--leave-out", "quantity", "--branch-column", "Main=Main", "--branch-column", "Sitra=Sitra shop",
        "--fixed", "brand=Denso", "--fixed", "fit_make=Toyota", "--column", "fit=For", "--vat", "--missing-inactive",
    ]  # fmt: skip
    set_up = cli.json("pull", "setup", "--yes", str(file), *words)
    assert set_up["rows"][0]["fields"] == {
        "brand": "Denso", "sku": "7", "name": "Pad", "online_price_fils": 1000, "quantity": 1, "branch": "Main",
        "fit": [{"make": "Toyota", "model": "Corolla", "year_from": 2014, "year_to": 2014}],
    }  # fmt: skip
    assert set_up["rows"][1]["fields"] == {"sku": "7", "quantity": 2, "branch": "Sitra shop"}
    again = cli.json("pull", "setup", "--yes", "--at", "23:00", "--no-vat", "--fixed", "brand=")
    assert again["rows"][0]["fields"]["online_price_fils"] == 1100
    assert "brand" not in again["rows"][0]["fields"]
    assert (again["at"], again["missing_inactive"], again["form"]["encoding"]) == ("23:00", True, "windows-1256")
    cli.ok("pull", "run")
    assert cli.json("items", "show", "7")["stock"][1] == {"branch": "Sitra shop", "quantity": 2, "reserved": 0}


def test_a_folder_is_read_by_its_newest_file_that_fits(cli: Cli, tmp_path: Path) -> None:
    written(tmp_path / "notes.csv", "SKU,Name\nX,X\n")
    written(tmp_path / "Stock-1.csv", ROWS)
    printed = cli.json("pull", "setup", "--yes", str(tmp_path), "--pattern", "stock*.csv")
    assert printed["file"] == str(tmp_path / "Stock-1.csv")
    assert cli.json("pull", "run")["file"] == "Stock-1.csv"


def test_a_look_keeps_nothing_and_a_file_without_a_part_number_is_refused(cli: Cli, tmp_path: Path, file: Path) -> None:
    assert cli.json("pull", "setup", "--yes", str(file), "--look")["saved"] is False
    assert "not set up" in cli.fails("pull", "run")
    odd = written(tmp_path / "odd.csv", "What,How much\nPad,1\n")
    assert "--column sku=COLUMN" in cli.fails("pull", "setup", "--yes", str(odd))
    assert "set the pull up" in cli.fails("pull", "run", str(odd)).lower()
    assert cli.json("mode")["scheduled_pull"] is False


def test_what_is_mistyped_is_told(cli: Cli, file: Path) -> None:
    for words, told in (
        (("--column", "sku"), "write it with ="),
        (("--at", "24:00"), "23:59"),
        (("--kind", "pdf"), "'xlsx'"),
        (("--delimiter", "x"), "comma, semicolon, tab"),
    ):
        assert told in cli.fails("pull", "setup", "--yes", str(file), *words, code=2)
    assert "no field 'price'" in cli.fails("pull", "setup", "--yes", str(file), "--column", "price=Price")
    assert "no column Nope" in cli.fails("pull", "setup", "--yes", str(file), "--column", "brand=Nope")
    assert "is not there" in cli.fails("pull", "setup", "--yes", str(file.with_name("away.csv")))
    assert "is a folder" in cli.fails("pull", "setup", "--yes", str(file.parent))
    assert "not set up" in cli.fails("pull", "setup")


def test_a_run_prints_the_upload_result_with_the_files_lines(cli: Cli, file: Path) -> None:
    cli.ok("pull", "setup", "--yes", str(file))
    result = cli.json("pull", "run")
    assert result == {
        "run": 1, "state": "done", "file": "stock.csv", "rows": 3, "received": 3, "saved": 2, "created": 2,
        "updated": 0, "unchanged": 0, "inactive": 0, "errors": [{"line": 4, "sku": None, "error": "sku: is blank"}],
        "notes": [{"line": 3, "sku": "A-2", "note": 'quantity: "-2" is below zero and counts as 0'}], "held": None,
    }  # fmt: skip
    assert cli.json("items", "show", "A-1")["price_fils"] == 2750
    assert "nothing was read" in cli.ok("pull", "run")
    output = cli.ok("pull", "run", "--even-if-unchanged")
    assert "3 rows read, 0 created, 0 updated, 2 unchanged, 1 rejected, 1 noted" in output
    assert "Line 4: rejected: sku: is blank" in output


def test_another_file_is_read_in_the_same_way_and_one_alone_as_it_is_recognised(
    cli: Cli, file: Path, tmp_path: Path
) -> None:
    assert cli.json("pull", "run", str(file), "--save-anyway")["created"] == 2
    cli.ok("pull", "setup", "--yes", str(file), "--vat")
    other = written(tmp_path / "other.csv", ROWS.replace("A-1", "B-1"))
    assert cli.json("pull", "run", str(other))["created"] == 1
    assert cli.json("items", "show", "B-1")["price_fils"] == 2500
    assert "is not there" in cli.fails("pull", "run", str(tmp_path / "away.csv"))


def test_a_dry_run_saves_nothing_and_keeps_no_run(cli: Cli, file: Path) -> None:
    cli.ok("pull", "setup", "--yes", str(file))
    looked = cli.json("pull", "run", "--dry-run")
    assert (looked["run"], looked["created"], len(looked["errors"])) == (None, 2, 1)
    assert cli.json("items", "list") == cli.json("pull", "history") == []


def test_a_file_that_waits_for_approval_fails_until_it_is_saved_anyway(cli: Cli, file: Path) -> None:
    cli.ok("pull", "setup", "--yes", str(file))
    cli.ok("pull", "run")
    written(file, ROWS.replace(",3\n", ",0\n"))
    assert "would set 1 of 1 stock levels to 0" in cli.fails("pull", "run")
    held = cli.json("pull", "history")[0]
    assert (held["state"], held["held"]["zeroed"], held["can_undo"]) == ("held", 1, False)
    assert "It would wait for your approval." in cli.ok("pull", "run", "--dry-run")
    done = cli.json("pull", "run", "--save-anyway")
    assert (done["run"], done["state"], done["updated"]) == (held["run"], "done", 2)
    assert cli.json("items", "show", "A-1")["quantity"] == 0


def test_what_to_run_next_is_for_the_same_shop_and_file(cli: Cli, file: Path, tmp_path: Path) -> None:
    """The line that saves a file of staging must never be one that
    saves the live shop's.
    """
    cli.ok("pull", "setup", "--yes", str(file), "--staging")
    cli.ok("pull", "run", "--staging")
    written(file, ROWS.replace(",3\n", ",0\n"))
    assert "`counterpart pull run --save-anyway --staging`" in cli.fails("pull", "run", "--staging")
    other = written(tmp_path / "another file.csv", ROWS.replace(",3\n", ",0\n"))
    line = cli.fails("pull", "run", str(other), "--staging").split("`")[1]
    assert shlex.split(line)[1:] == ["pull", "run", str(other), "--save-anyway", "--staging"]
    assert cli.json(*shlex.split(line)[1:])["state"] == "done"
    cli.ok("mode", "scheduled_pull", "off", "--staging")
    assert "`counterpart mode scheduled_pull on --staging`" in cli.ok("pull", "setup", "--yes", "--staging")
    for words in (("setup",), ("run",)):
        assert "`counterpart pull setup FILE`" in cli.fails("pull", *words)


def test_history_rows_and_undo(cli: Cli, file: Path, tmp_path: Path) -> None:
    assert "not run yet" in cli.ok("pull", "history")
    cli.ok("pull", "setup", "--yes", str(file))
    cli.ok("pull", "run")
    assert "stock.csv" in cli.ok("pull", "history")
    again = cli.json("pull", "run", "--even-if-unchanged")
    told = cli.json("pull", "history")[0]
    assert again["updated"] > 0
    assert [told[name] for name in ("created", "updated", "unchanged")] == [
        again[name] for name in ("created", "updated", "unchanged")
    ]
    assert [row["rejected"] for row in cli.json("pull", "rows", "1")] == [False, True]
    assert "below zero" in cli.ok("pull", "rows", "1")
    cli.ok("pull", "rows", "1", "--csv", str(tmp_path / "rows.csv"))
    cells = list(csv.reader(io.StringIO((tmp_path / "rows.csv").read_text(encoding="utf-8-sig"))))
    assert cells[2] == ["4", "", "rejected", "sku: is blank"]
    undone = cli.json("pull", "undo", "1")
    assert (undone["state"], undone["can_undo"], cli.json("items", "list")) == ("undone", False, [])
    assert "taken back already" in cli.fails("pull", "undo", "1")
    assert "no run 9" in cli.fails("pull", "undo", "9")


def test_what_leaves_as_csv_cannot_be_run_by_a_spreadsheet(cli: Cli, tmp_path: Path) -> None:
    file = written(tmp_path / "x.csv", 'SKU,Name,Price\n"=cmd|A1",n,free\n@LINK,,1\n')
    cli.ok("pull", "setup", "--yes", str(file))
    cli.ok("pull", "run")
    again = cli.json("pull", "rows", "1", "--csv", str(tmp_path / "rows.csv"))
    assert again == {"file": str(tmp_path / "rows.csv"), "rows": 2}
    cells = list(csv.reader(io.StringIO(cli.ok("pull", "rows", "1", "--csv", "-").removeprefix("\ufeff"))))
    assert [row[1] for row in cells[1:]] == ["'=cmd|A1", "'@LINK"]


def test_forgetting_leaves_items_and_history(cli: Cli, file: Path) -> None:
    cli.ok("pull", "setup", "--yes", str(file))
    cli.ok("pull", "run")
    cli.ok("pull", "setup", "--forget")
    assert "not set up" in cli.fails("pull", "run")
    assert (len(cli.json("items", "list")), len(cli.json("pull", "history"))) == (2, 1)
    assert cli.json("mode")["scheduled_pull"] is False


def test_a_read_only_shop_is_refused(cli: Cli, file: Path) -> None:
    cli.ok("pull", "setup", "--yes", str(file))
    cli.ok("shops", "read-only", "on")
    assert "read-only" in cli.fails("pull", "run")
    assert "read-only" in cli.fails("pull", "run", "--dry-run")
    assert cli.json("pull", "history") == []


def test_orders_keep_what_they_hold(cli: Cli, tmp_path: Path) -> None:
    give_items(cli)
    cli.ok("orders", "place", "-", stdin=order_of(4))
    file = written(tmp_path / "stock.csv", "SKU,Quantity\nPAD-1,9\n")
    cli.ok("pull", "run", str(file), "--save-anyway")
    written(file, "SKU,Quantity\nPAD-1,3\n")
    assert "open orders hold" in cli.fails("pull", "run", str(file), "--save-anyway")


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_nothing_of_one_shops_pull_reaches_another(cli: Cli, file: Path, other: tuple[str, ...]) -> None:
    cli.ok("shops", "add", "Sitra")
    cli.ok("pull", "setup", "--yes", str(file), *MINE)
    cli.ok("pull", "run", *MINE)
    assert cli.json("pull", "history", *other) == []
    assert "not set up" in cli.fails("pull", "setup", *other)
    assert "not set up" in cli.fails("pull", "run", *other)
    for words in (("undo", "1"), ("rows", "1"), ("rows", "1", "--csv", "-")):
        assert "There is no run 1" in cli.fails("pull", *words, *other)
    cli.ok("pull", "setup", "--forget", *other)
    cli.ok("pull", "run", str(file), "--save-anyway", *other)
    cli.ok("pull", "undo", "2", *other)
    assert cli.json("pull", "setup", *MINE)["path"] == str(file)
    assert [run["state"] for run in cli.json("pull", "history", *MINE)] == ["done"]
    assert len(cli.json("items", "list", *MINE)) == 2
    assert cli.json("mode", *MINE)["scheduled_pull"] is True


def test_a_question_is_asked_answered_and_kept(cli: Cli, tmp_path: Path) -> None:
    file = written(tmp_path / "list.csv", "SKU;Name;Price;Qty\nA-1;Pad;31,508;5\nA-2;Filter;4,250;-\n")
    output = cli.ok("pull", "setup", "--yes", str(file))
    assert "--answer price-sign=comma    31,508 is BHD 31.508, 4,250 is BHD 4.250" in output
    assert "nothing is read until each question is answered" in output
    assert "What does the price 31,508 mean?" in cli.fails("pull", "run")
    assert "price-sign are: comma, point" in cli.fails("pull", "setup", "--yes", "--answer", "price-sign=maybe")
    asked = cli.json("pull", "setup", "--yes", "--answer", "price-sign=comma")["questions"]
    assert asked == []
    assert cli.json("pull", "run")["created"] == 2
    assert cli.json("items", "show", "A-1")["price_fils"] == 31508


def test_a_question_that_may_stay_open_stops_no_night(cli: Cli, tmp_path: Path) -> None:
    file = written(tmp_path / "list.csv", "SKU,Name,Qty\nA-1,Pad,5\nA-2,Filter,\n")
    output = cli.ok("pull", "setup", "--yes", str(file))
    assert "--answer stock-blank=" in output
    assert "nothing is read until" not in output
    assert cli.json("pull", "run")["created"] == 2


def test_a_list_without_column_names_says_so(cli: Cli, tmp_path: Path) -> None:
    file = written(tmp_path / "list.jsonl", '{"sku":"A-1","name":"Pad","quantity":5}\n')
    assert "JSON lines, utf-8, without column names" in cli.ok("pull", "setup", "--yes", str(file))


def test_one_column_may_feed_two_fields(cli: Cli, file: Path) -> None:
    set_up = cli.json("pull", "setup", "--yes", str(file), "--column", "sku=SKU", "--column", "oem_number=SKU")
    assert (set_up["columns"][0]["field"], set_up["columns"][0]["also"]) == ("sku", ["oem_number"])
    cli.ok("pull", "run")
    assert cli.json("items", "show", "A-1")["oem_number"] == "A-1"
    assert cli.json("pull", "setup")["rows"][0]["fields"]["oem_number"] == "A-1"


def test_the_part_number_may_feed_a_second_field(cli: Cli, tmp_path: Path) -> None:
    file = written(tmp_path / "list.csv", "SKU,Name,Maker\nA-1,Pad,Toyota\n")
    printed = cli.json("pull", "setup", "--yes", str(file), "--column", "oem_number=SKU", "--column", "fit_make=Maker")
    assert printed["rows"][0]["fields"] == {"sku": "A-1", "name": "Pad", "oem_number": "A-1"}
    moved = cli.json("pull", "setup", "--yes", str(file), "--column", "sku=Name", "--column", "name=SKU")
    assert moved["rows"][0]["fields"] == {"sku": "Pad", "name": "A-1"}


def test_a_doctor_says_what_a_first_run_would_hold_and_reject(cli: Cli, tmp_path: Path) -> None:
    rows = [f"P{number},Part,0.0{number:02},7" for number in range(1, 31)]
    moved = [f"M{number},Pad, front,1.500,7" for number in range(3)]
    file = written(tmp_path / "list.csv", "\n".join(["SKU,Name,Price,Qty", *rows, *moved, ""]))
    report = cli.ok("pull", "doctor", str(file))
    assert "33 rows read, 30 created, 0 updated, 0 unchanged, 3 rejected" in report
    assert "A first run would wait for your approval. 3 of 33 rows have cells one column too far to the right" in report
    assert "30 of 30 prices are below 50 fils." in report
    assert "Line 32 M0: rejected: row: has 5 cells where the header has 4" in report
    check = cli.json("pull", "doctor", str(file))["check"]
    assert (check["assumed"], check["fault"], check["result"]["state"]) == ({}, None, "held")
    assert len(check["result"]["errors"]) == 3
    assert cli.json("pull", "history") == []


def test_a_doctor_reports_all_that_a_file_shows_and_saves_nothing(cli: Cli, tmp_path: Path) -> None:
    file = written(tmp_path / "list.csv", "SKU;Name;Price;Colour\nA-1;Pad;31,508;\nA-2;Filter;4,250;red\n")
    output = cli.ok("pull", "doctor", str(file))
    assert "without a set-up" in output
    assert "2 rows below the column names" in output
    assert "What does the price 31,508 mean?" in output
    assert "A first run, if these were the answers: price-sign=comma." in output
    report = cli.json("pull", "doctor", str(file))
    assert report["saved"] is False
    assert [(column["filled"], column["blanks"]) for column in report["columns"]] == [(2, 0), (2, 0), (2, 0), (1, 1)]
    assert report["columns"][2]["unclear"] == ["31,508", "4,250"]
    assert "not set up" in cli.fails("pull", "run")


def test_nothing_is_approved_while_a_question_is_open(cli: Cli, tmp_path: Path) -> None:
    listed = tmp_path / "branches.csv"
    listed.write_text("sku,name,quantity,branch\nA-1,Pad,3,Sitra\nA-2,Disc,4,Main\n")
    cli.ok("pull", "setup", str(listed))
    assert "branch-names" in cli.fails("pull", "approve")
    assert "branch-names" in cli.fails("pull", "setup", "--yes")
    cli.ok("pull", "setup", "--answer", "branch-names=yes")
    assert "Confirmed." in cli.ok("pull", "approve")
    assert cli.json("pull", "run")["created"] == 2


def test_the_first_file_without_a_branch_that_was_approved_waits(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "branches.csv"
    file.write_text("SKU,Qty,Branch\nA,1,Main\nB,2,Riffa\n", "utf-8")
    cli.ok("pull", "setup", str(file), "--answer", "branch-names=yes")
    cli.ok("pull", "approve")
    file.write_text("SKU,Qty,Branch\nA,1,Main\n", "utf-8")
    assert "no longer names the branches Riffa" in cli.fails("pull", "run")


def test_a_first_run_waits_for_the_owner_to_approve_the_sheet(cli: Cli, file: Path) -> None:
    printed = cli.ok("pull", "setup", str(file))
    assert "Pad A-1: BHD 2.750, 3 at Main" in printed
    sheet = cli.json("pull", "setup")
    assert {"columns", "unused", "assumptions", "samples", "counts", "questions"} <= sheet.keys()
    assert sheet["counts"] == {"rows": 3, "parts": 2, "repeated": 0, "left_out": 0}
    assert "`counterpart pull approve` confirms it" in cli.fails("pull", "run")
    assert "Confirmed." in cli.ok("pull", "approve")
    assert cli.json("pull", "run")["created"] == 2
    cli.ok("pull", "setup", "--vat")
    assert "was not confirmed yet" in cli.fails("pull", "run")
    assert cli.json("pull", "approve") == {"confirmed": True, "path": str(file)}
    assert cli.json("pull", "run")["state"] == "done"
