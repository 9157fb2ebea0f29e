"""A zip or gzip archive that the shop's system saves: which file in it is read."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, Run, RunState
from service.files.file_errors import FileBroken
from service.pull.inspect_file import inspect_file
from service.pull.plans import choices_of
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture

STOCK = "SKU,Name,Price,Qty\nA1,Pad,0.850,3\nA2,Disc,2.500,4\n"
OLD = "SKU,Name,Price,Qty\nOLD,Pad,0.850,3\n"


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def write_zip(path: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


def inspect(path: Path, choices: PullChoices | None = None) -> FileInspection:
    return inspect_file(PullSetup(str(path), ""), choices or PullChoices(), ("Main",))


def run_of(pulling: PullFixture, found: FileInspection) -> Run:
    assert found.plan is not None
    return pulling.run(PullSetup(str(found.file), found.plan))


def test_the_only_list_in_an_archive_is_read_also_when_its_name_changes(pulling: PullFixture, tmp_path: Path) -> None:
    path = write_zip(tmp_path / "list.zip", {"stock 1.csv": STOCK, "logo.png": "x"})
    found = inspect(path)
    assert (found.questions, found.file, found.form.member) == ((), path, "stock 1.csv")
    assert found.members == ("stock 1.csv",)
    assert run_of(pulling, found).counts.saved == 2
    write_zip(path, {"stock 2.csv": STOCK.replace("0.850", "0.900")})
    assert run_of(pulling, found).counts.updated == 1


def test_of_several_lists_the_owner_chooses_once_and_it_is_checked_each_night(
    pulling: PullFixture, tmp_path: Path
) -> None:
    path = write_zip(tmp_path / "list.zip", {"stock.csv": STOCK, "old.csv": OLD})
    found = inspect(path)
    assert [(question.key, [reading.answer for reading in question.readings]) for question in found.questions] == [
        ("member", ["stock.csv", "old.csv"])
    ]
    asked = run_of(pulling, found)
    assert asked.state is RunState.FAILED
    assert "several files in it: stock.csv, old.csv" in str(asked.fault)
    chosen = inspect(path, found.choices.with_answer("member", "old.csv"))
    assert (chosen.questions, chosen.rows[0].fields["sku"]) == ((), "OLD")
    assert chosen.plan is not None
    assert choices_of(chosen.plan).form.member == "old.csv"
    assert run_of(pulling, chosen).counts.saved == 1
    write_zip(path, {"stock.csv": STOCK, "older.csv": OLD})
    gone = run_of(pulling, chosen)
    assert gone.state is RunState.FAILED
    assert "has no file 'old.csv' in it" in str(gone.fault)


def test_gzip_is_read_and_what_is_cut_off_changes_nothing(pulling: PullFixture, tmp_path: Path) -> None:
    path = tmp_path / "list.csv.gz"
    path.write_bytes(gzip.compress(STOCK.encode()))
    assert run_of(pulling, inspect(path)).counts.saved == 2
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(FileBroken, match=r"list\.csv\.gz is cut off or damaged"):
        inspect(path)
