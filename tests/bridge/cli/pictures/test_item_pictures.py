"""`counterpart items picture`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.bridge.cli.framework.cli_data import give_items
from tests.bridge.cli.framework.cli_runner import Cli


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    image = QImage(2000, 1000, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    file = tmp_path / "pads.png"
    assert image.save(str(file), "PNG")  # type: ignore[call-overload]
    return file


def test_a_picture_is_given_saved_and_removed(cli: Cli, photo: Path, tmp_path: Path) -> None:
    give_items(cli)
    assert cli.ok("items", "picture", "PAD-1") == "PAD-1 has no picture.\n"
    assert cli.ok("items", "picture", "pad-1", str(photo)) == "pad-1 has this picture now.\n"
    size = cli.json("items", "picture", "PAD-1")["picture_bytes"]
    out = tmp_path / "out.jpg"
    cli.ok("items", "picture", "PAD-1", "--save", str(out))
    assert len(out.read_bytes()) == size
    small = QImage(str(out))
    assert (small.width(), small.height()) == (640, 320)
    assert cli.ok("items", "picture", "PAD-1", "--remove") == "PAD-1 has no picture now.\n"
    assert "has no picture" in cli.fails("items", "picture", "PAD-1", "--save", str(out))


def test_what_is_no_picture_changes_nothing(cli: Cli, photo: Path, tmp_path: Path) -> None:
    give_items(cli)
    cli.ok("items", "picture", "PAD-1", str(photo))
    before = cli.json("items", "picture", "PAD-1")
    text = tmp_path / "list.png"
    text.write_text("SKU,Name\n", encoding="ascii")
    assert "no PNG or JPEG picture" in cli.fails("items", "picture", "PAD-1", str(text))
    assert "nowhere.png" in cli.fails("items", "picture", "PAD-1", str(tmp_path / "nowhere.png"))
    assert "There is no item" in cli.fails("items", "picture", "NOPE", str(photo))
    assert "not several" in cli.fails("items", "picture", "PAD-1", str(photo), "--remove", code=2)
    assert cli.json("items", "picture", "PAD-1") == before


def test_a_computer_without_qt_says_so(cli: Cli, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    give_items(cli)
    monkeypatch.setitem(sys.modules, "bridge.picture_file", None)
    assert "cannot be read on this computer" in cli.fails("items", "picture", "PAD-1", str(photo))
