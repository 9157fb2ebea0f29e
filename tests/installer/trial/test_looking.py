"""What the walks go by: words on the screen, places to click, and pictures that get small."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from installer.icons import drawn, png
from installer.trial.eyes import Thing, says
from installer.trial.pictures import folder_for, shrink

pytestmark = pytest.mark.usefixtures("qapp")


def test_words_are_all_that_is_said_or_a_pattern_in_it() -> None:
    assert says("Go on", "Go on")
    assert not says("Go on", "Go on with it")
    assert says(re.compile("^cp_live_"), "cp_live_3Gsv")
    assert not says(re.compile("^cp_live_"), "Authorization: Bearer cp_live_3Gsv")


def test_a_box_is_clicked_where_it_is_ticked_and_all_else_in_the_middle() -> None:
    place = (100, 50, 200, 20)
    assert Thing("I have stored it", "check box", place, enabled=True, checked=False).middle == (110, 60)
    assert Thing("Done", "push button", place, enabled=True, checked=False).middle == (200, 60)


@pytest.mark.skipif(shutil.which("convert") is None, reason="only the trials need ImageMagick, which says so itself")
def test_a_picture_is_cut_out_and_keeps_few_colours(tmp_path: Path) -> None:
    draft = tmp_path / "draft.png"
    draft.write_bytes(png(drawn(256)))
    shrink(draft, tmp_path / "kept" / "1.png", "64x48+10+10")
    asked = ["identify", "-format", "%w %h %k", str(tmp_path / "kept" / "1.png")]
    width, height, colours = map(int, subprocess.run(asked, capture_output=True, check=True).stdout.split())
    assert (width, height) == (64, 48)
    assert colours <= 160
    assert not draft.exists()
    assert folder_for("linux") != folder_for("windows")
