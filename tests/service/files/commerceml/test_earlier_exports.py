"""Files of 1C that an earlier export left in the folder are asked about, never mixed in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup
from service.files.commerceml.earlier_exports import split_exports
from service.pull.inspect_file import inspect_file
from tests.fakes.exports.commerceml_export import GOODS, OFFERS, write_export

HOUR = 3600
STALE = OFFERS.replace("1.50", "9.99").replace("<Ид>a2</Ид>", "<Ид>a3</Ид>")
"""A part that the newest export does not offer, and an old price of another one."""


def make_at(folder: Path, dates: Mapping[str, str]) -> list[Path]:
    """Files that say when 1C made them; their times of change say the opposite."""
    for place, (name, date) in enumerate(dates.items()):
        head = '<?xml version="1.0" encoding="utf-8"?><КоммерческаяИнформация ВерсияСхемы="2.10"'
        (folder / name).write_text(f'{head} ДатаФормирования="{date}"></КоммерческаяИнформация>', "utf-8")
        os.utime(folder / name, (2_000_000_000 - place * HOUR, 2_000_000_000 - place * HOUR))
    return [folder / name for name in dates]


def earlier_of(folder: Path, dates: Mapping[str, str]) -> list[str]:
    return [path.name for path in split_exports(make_at(folder, dates)).earlier]


@pytest.mark.parametrize(
    ("dates", "earlier"),
    [
        # Less than a minute apart: copied in another order.
        (
            {
                "offers0_2.xml": "2026-11-22T01:59:40",
                "import0_1.xml": "2026-11-22T02:00:00",
                "offers0_1.xml": "2026-11-22T02:00:30",
            },
            [],
        ),
        # A part that a smaller export of the same night did not write again.
        (
            {
                "offers0_2.xml": "2026-11-22T01:30:00",
                "import0_1.xml": "2026-11-22T02:00:00",
                "offers0_1.xml": "2026-11-22T02:02:00",
            },
            ["offers0_2.xml"],
        ),
        # The same with names that have no numbers: a catalogue was made between them.
        (
            {
                "offers___a.xml": "2026-11-22T01:30:00",
                "import___b.xml": "2026-11-22T02:00:00",
                "offers___c.xml": "2026-11-22T02:02:00",
            },
            ["offers___a.xml"],
        ),
        # Two catalogues, written one after the other.
        (
            {
                "import0_1.xml": "2026-11-22T02:00:00",
                "offers0_1.xml": "2026-11-22T02:10:00",
                "import1_1.xml": "2026-11-22T02:20:00",
                "offers1_1.xml": "2026-11-22T02:30:00",
            },
            [],
        ),
        # Stock every hour, parts once a week.
        (
            {
                "import0_1.xml": "2026-11-15T02:00:00",
                "prices0_1.xml": "2026-11-15T02:01:00",
                "rests0_1.xml": "2026-11-22T02:00:00",
            },
            [],
        ),
        ({"import.xml": "2026-11-22", "offers.xml": "2026-11-22"}, []),
        ({"import.xml": "2026-11-22", "offers.xml": "2026-11-21"}, ["offers.xml"]),
        (
            {"import0_1.xml": "2026-11-22T02:00:00", "import0_2.xml": "2026-11-20T02:00:00"},
            ["import0_2.xml"],
        ),
        # Parts in the order of their numbers, over a long time.
        (
            {
                "import0_1.xml": "2026-11-22T02:00:00",
                "offers0_1.xml": "2026-11-22T02:40:00",
                "offers0_2.xml": "2026-11-22T03:30:00",
            },
            [],
        ),
    ],
)
def test_the_dates_in_the_files_tell_exports_apart(tmp_path: Path, dates: dict[str, str], earlier: list[str]) -> None:
    assert earlier_of(tmp_path, dates) == earlier


def test_files_are_read_in_the_order_of_the_dates_that_they_say(tmp_path: Path) -> None:
    dates = {"offers0_1.xml": "2026-11-22T02:00:00", "offers0_2.xml": "2026-11-22T02:00:10"}
    assert [path.name for path in split_exports(make_at(tmp_path, dates)).newest] == list(dates)


@pytest.mark.parametrize("date", ["yesterday", "22.11.2026 02:00"])
def test_without_dates_the_times_of_change_count(tmp_path: Path, date: str) -> None:
    dates = {"offers0_1.xml": date, "import0_1.xml": date, "offers0_2.xml": date}
    assert earlier_of(tmp_path, dates) == ["offers0_2.xml"]


def inspect(path: Path, answer: str = "") -> FileInspection:
    answers = {"older-files": answer} if answer else {}
    return inspect_file(PullSetup(str(path), ""), PullChoices(answers=answers))


def prices_of(found: FileInspection) -> list[tuple[object, object]]:
    return [(row.fields["sku"], row.fields.get("price_fils")) for row in found.rows]


def test_a_left_file_is_asked_about_and_its_prices_are_not_read(tmp_path: Path) -> None:
    write_export(tmp_path, {"offers0_2.xml": STALE, "import0_1.xml": GOODS, "offers0_1.xml": OFFERS}, apart_s=2 * HOUR)
    found = inspect(tmp_path / "import0_1.xml")
    (asked,) = found.open_questions
    assert [reading.answer for reading in asked.readings] == ["leave", "read:offers0_2.xml"]
    assert "offers0_2.xml (2027-01-15 " in str(asked.text)
    assert prices_of(found) == [("A-1", 1500), ("A-2", 850), ("A-3", None)]
    left = inspect(tmp_path / "import0_1.xml", "leave")
    assert (left.open_questions, prices_of(left)) == ((), prices_of(found))
    assert any("Older files of 1C are not read: offers0_2.xml" in str(remark) for remark in left.remarks)
    read = inspect(tmp_path / "import0_1.xml", "read:offers0_2.xml")
    assert (read.open_questions, sorted(prices_of(read), key=str)) == ((), [("A-1", 1500), ("A-2", 850), ("A-3", 850)])


def test_an_answer_about_one_file_is_none_about_another(tmp_path: Path) -> None:
    write_export(tmp_path, {"offers0_2.xml": STALE, "import0_1.xml": GOODS, "offers0_1.xml": OFFERS}, apart_s=2 * HOUR)
    assert [each.key for each in inspect(tmp_path / "import0_1.xml", "read:offers0_3.xml").open_questions] == [
        "older-files"
    ]
