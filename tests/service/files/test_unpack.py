"""Archives: what is unpacked of them, and where that ends."""

from __future__ import annotations

import gzip
import struct
import zipfile
from pathlib import Path

import pytest

from service.files.file_errors import FileBroken, FileTooLarge
from service.files.unpack import MAX_MEMBERS, safe_name, unpack
from tests.service.files.writers import write_xlsx

LIST = b"SKU,Name\n1,Pad\n"


def write_zip(path: Path, members: dict[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", way) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_gzip_of_several_parts(tmp_path: Path) -> None:
    path = tmp_path / "stock.csv.gz"
    path.write_bytes(gzip.compress(LIST) + gzip.compress(b"2,Disc\n"))
    found = unpack(path, tmp_path / "in")
    assert (found.path.name, found.path.read_bytes(), found.members) == ("stock.csv", LIST + b"2,Disc\n", ())


def test_a_file_that_is_no_archive_is_itself(tmp_path: Path) -> None:
    book = write_xlsx(tmp_path / "a.xlsx", {"S": [["SKU"]]})
    (tmp_path / "a.csv").write_bytes(LIST)
    assert unpack(book, tmp_path / "in").path == book
    assert unpack(tmp_path / "a.csv", tmp_path / "in").path == tmp_path / "a.csv"


def test_of_several_files_the_largest_comes_first_and_one_can_be_chosen(tmp_path: Path) -> None:
    members = {"in/a.csv": LIST, "in/b 2026-01-02.csv": LIST * 3, "photo.jpg": LIST * 9, "__MACOSX/._a": LIST}
    path = write_zip(tmp_path / "a.zip", members)
    found = unpack(path, tmp_path / "in")
    assert (found.members, found.member) == (("in/b 2026-01-02.csv", "in/a.csv"), "in/b 2026-01-02.csv")
    assert unpack(path, tmp_path / "in", "in/a.csv").path.read_bytes() == LIST
    assert unpack(path, tmp_path / "in", "in/b*.csv").member == "in/b 2026-01-02.csv"
    with pytest.raises(FileBroken, match=r"no file 'c\.csv' in it\. Choose one of: in/b 2026"):
        unpack(path, tmp_path / "in", "c.csv")
    with pytest.raises(FileBroken, match="several files fit"):
        unpack(path, tmp_path / "in", "in/*")


def test_the_memo_of_a_table_comes_with_it(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"STOCK.DBF": LIST, "stock.txt": LIST, "STOCK.FPT": b"memo", "B.FPT": b"no"})
    unpack(path, tmp_path / "in", "STOCK.DBF")
    assert sorted(file.name for file in (tmp_path / "in").iterdir()) == ["STOCK.DBF", "STOCK.FPT"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (gzip.compress(LIST * 99, mtime=0)[:-9], "cut off or damaged"),
        (b"\x1f\x8b\x08 no more", "cut off or damaged"),
    ],
)
def test_damage_is_one_sentence(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(content)
    with pytest.raises(FileBroken, match=fault):
        unpack(path, tmp_path / "in")


def test_damage_in_a_zip_is_found(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a.csv": LIST}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"Pad", b"Pod", 1))
    with pytest.raises(FileBroken, match="cut off or damaged"):
        unpack(path, tmp_path / "in")


def test_what_cannot_be_unpacked_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileBroken, match="without a list"):
        unpack(write_zip(tmp_path / "a.zip", {"a.pdf": LIST}), tmp_path / "in")
    with pytest.raises(FileBroken, match="packed in a way"):
        unpack(write_zip(tmp_path / "b.zip", {"a.csv": LIST}, zipfile.ZIP_LZMA), tmp_path / "in")
    locked = write_zip(tmp_path / "c.zip", {"a.csv": LIST}, zipfile.ZIP_STORED)
    data = bytearray(locked.read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    locked.write_bytes(data)
    with pytest.raises(FileBroken, match="protected with a password"):
        unpack(locked, tmp_path / "in")


@pytest.mark.parametrize("name", ["bomb.zip", "bomb.gz"])
def test_a_bomb_ends_at_the_bound(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    zeros = bytes(4_000_000)
    if name.endswith("zip"):
        write_zip(path, {"a.csv": zeros})
    else:
        path.write_bytes(gzip.compress(zeros, 1))
    with pytest.raises(FileTooLarge, match="unpacks to more than 200 MB"):
        unpack(path, tmp_path / "in", most_bytes=3_000_000)
    assert sum(file.stat().st_size for file in (tmp_path / "in").iterdir()) <= 3_000_000


def test_an_archive_of_many_files_is_not_listed(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {f"{number}.csv": b"" for number in range(MAX_MEMBERS + 1)})
    assert unpack(path, tmp_path / "in").path == path


def zip64(content: bytes, place: int | None = None) -> bytes:
    """The same archive with the end of ZIP64, next to one that says there is a single file."""
    end = content.rindex(b"PK\x05\x06")
    count, size, first = struct.unpack_from("<HII", content, end + 10)
    record = struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, first)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, end if place is None else place, 1)
    return content[:end] + record + locator + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, 10, 0xFFFFFFFF, 0)


def test_the_larger_numbers_of_zip64_count(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {f"{number}.csv": b"" for number in range(MAX_MEMBERS + 1)})
    path.write_bytes(zip64(path.read_bytes()))
    assert unpack(path, tmp_path / "in").path == path
    path = write_zip(tmp_path / "b.zip", {"a.csv": LIST})
    plain = path.read_bytes()
    path.write_bytes(zip64(plain, 0))
    assert unpack(path, tmp_path / "in").path == path
    path.write_bytes(zip64(plain))
    assert unpack(path, tmp_path / "in").path.read_bytes() == LIST


@pytest.mark.parametrize(
    ("name", "safe"),
    [("a.csv", "a.csv"), ("..", "_"), ("con.csv", "_con.csv"), ("قائمة:1.csv", "قائمة_1.csv"), ("x" * 300, "x" * 100)],
)
def test_names_are_harmless(name: str, safe: str) -> None:
    assert safe_name(name) == safe
