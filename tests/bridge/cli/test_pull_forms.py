"""The options of `pull setup` for the form of a file: delimiters, widths, files of archives."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.bridge.cli.cli_runner import Cli

WIDE = "SKU  NAME   QTY\nA0001Pad      3\nA0002Disc    14\n"


def form_of(cli: Cli, path: Path, *options: str) -> dict[str, object]:
    printed = cli.json("pull", "setup", str(path), "--look", *options)
    form = printed["form"]
    assert isinstance(form, dict)
    return {**form, "skus": [row["fields"].get("sku") for row in printed["rows"]]}


def test_signs_between_cells(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("SKU<=>Name\nA1<=>Pad\n", encoding="utf-8")
    found = form_of(cli, path, "--delimiter", "<=>")
    assert (found["delimiter"], found["skus"]) == ("<=>", ["A1"])


@pytest.mark.parametrize(("typed", "delimiter"), [("\\t", "\t"), ("\t", "\t"), ("tab", "\t")])
def test_a_tab_between_cells(cli: Cli, tmp_path: Path, typed: str, delimiter: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"SKU{delimiter}Name\nA1{delimiter}Pad\n", encoding="utf-8")
    found = form_of(cli, path, "--delimiter", typed)
    assert (found["delimiter"], found["skus"]) == (delimiter, ["A1"])


def test_widths_are_places_and_auto_forgets_them(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(WIDE, encoding="utf-8")
    found = form_of(cli, path, "--widths", "5,7")
    assert (found["kind"], found["breaks"], found["skus"]) == ("fixed_width", [5, 12], ["A0001", "A0002"])
    assert form_of(cli, path, "--widths", "auto")["breaks"] != [5, 12]


def test_a_file_of_an_archive_is_named(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("a 1.csv", "b 1.csv"):
            archive.writestr(name, f"SKU,Name\n{name[0].upper()},Pad\n")
    found = form_of(cli, path, "--member", "b *.csv")
    assert (found["member"], found["skus"]) == ("b 1.csv", ["B"])


@pytest.mark.parametrize(
    ("words", "fault"),
    [(("--widths", "5,x"), "are no widths"), (("--widths", "0,5"), "are no widths"),
     (("--delimiter", '"'), "is no delimiter"), (("--delimiter", "ab"), "is no delimiter")],
)  # fmt: skip
def test_what_is_mistyped_is_said(cli: Cli, tmp_path: Path, words: tuple[str, str], fault: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(WIDE, encoding="utf-8")
    assert fault in cli.fails("pull", "setup", str(path), *words, code=2)
