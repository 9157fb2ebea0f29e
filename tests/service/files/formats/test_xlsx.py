"""What a worksheet hides and merges is found in one pass."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from service.files.formats.package import Package
from service.files.formats.xlsx import find_marks

SHEET = """<worksheet><cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1" hidden="true"/>
<row r="2" hidden="0"/></sheetData><mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="C2:C4"/></mergeCells>
</worksheet>"""


class CountedPackage(Package):
    """Counts how often a part is unpacked."""

    unpacked = 0

    def chunks(self, part: str) -> Iterator[bytes]:
        self.unpacked += 1
        return super().chunks(part)


def test_the_tags_of_a_sheet_are_looked_for_once(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one.xml", SHEET)
        archive.writestr("two.xml", "<worksheet/>")
    with zipfile.ZipFile(path) as archive:
        package = CountedPackage(archive, path.name, 1 << 20)
        for _ in range(2):
            marks = find_marks(path, package, "one.xml")
            assert (marks.merged, marks.facts) == ([(2, 2, 3)], ("1", "1", "2", "3"))
            assert find_marks(path, package, "two.xml").facts == ("0", "0")
        assert package.unpacked == 2
