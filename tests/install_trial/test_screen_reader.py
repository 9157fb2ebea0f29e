"""What the trials read: words on the screen, positions to click, and reduced pictures."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from installer.icons import drawn, png
from installer.toolchain.errors import SetupError
from tests.install_trial.screen_reader import ScreenElement, matches_text
from tests.install_trial.trial_pictures import picture_folder, save_reduced

pytestmark = pytest.mark.usefixtures("qapp")


def test_words_are_all_that_is_said_or_a_pattern_in_it() -> None:
    assert matches_text("Go on", "Go on")
    assert not matches_text("Go on", "Go on with it")
    assert matches_text(re.compile("^cp_live_"), "cp_live_3Gsv")
    assert not matches_text(re.compile("^cp_live_"), "Authorization: Bearer cp_live_3Gsv")


def test_a_box_is_clicked_where_it_is_ticked_and_all_else_in_the_middle() -> None:
    place = (100, 50, 200, 20)
    assert ScreenElement("I have stored it", "check box", place, enabled=True, checked=False).click_point == (110, 60)
    assert ScreenElement("Done", "push button", place, enabled=True, checked=False).click_point == (200, 60)


def test_a_picture_is_cut_out_and_keeps_few_colours(tmp_path: Path) -> None:
    draft = tmp_path / "draft.png"
    image = drawn(256)
    draft.write_bytes(png(image))
    save_reduced(draft, tmp_path / "kept" / "1.png", "64x48+100+120")
    kept = QImage(str(tmp_path / "kept" / "1.png"))
    assert (kept.width(), kept.height()) == (64, 48)
    assert 1 < len(set(kept.colorTable())) <= 160
    flat = image.convertToFormat(QImage.Format.Format_RGB32)
    most, _ = Counter(flat.pixel(100 + x, 120 + y) for x in range(64) for y in range(48)).most_common(1)[0]
    assert any(kept.pixel(x, y) == most for x in range(64) for y in range(48)), "the main colour stays as it is"
    assert not draft.exists()
    assert picture_folder("linux") != picture_folder("windows")


def test_a_whole_picture_stays_as_large_and_nearly_as_it_was(tmp_path: Path) -> None:
    draft = tmp_path / "draft.png"
    image = drawn(64).convertToFormat(QImage.Format.Format_RGB32)
    draft.write_bytes(png(image))
    save_reduced(draft, tmp_path / "whole.png")
    kept = QImage(str(tmp_path / "whole.png"))
    assert kept.size() == image.size()
    pairs = [(kept.pixelColor(x, y), image.pixelColor(x, y)) for x in range(64) for y in range(64)]
    far = max(
        max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue()))
        for one, other in pairs
    )
    assert far <= 24


def test_a_damaged_picture_is_said_and_left_where_it_is(tmp_path: Path) -> None:
    draft = tmp_path / "draft.png"
    draft.write_bytes(b"no picture")
    with pytest.raises(SetupError, match="is damaged"):
        save_reduced(draft, tmp_path / "kept.png")
    assert draft.exists()
