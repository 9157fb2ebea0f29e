"""Pictures of the window: every pane in light, dark and Arabic into docs/screenshots, or every
scene into a folder.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize

from tests.screenshots.capture import Variant, capture_all, check_all
from ui.theme.metrics import DEFAULT_SIZE

SIZES: Final = (QSize(960, 504), QSize(1024, 564), QSize(DEFAULT_SIZE), QSize(1920, 1080))
DEFAULT: Final = Path(__file__).parents[2] / "docs" / "screenshots"


def main(arguments: Sequence[str] | None = None) -> int:
    """Answers 0, or 1 for a check that found something. None takes the command line's."""
    asked = _read_arguments(arguments)
    only = {str(name) for name in asked.only}
    look = Variant(asked.size or QSize(DEFAULT_SIZE), every=asked.every, contrast=asked.contrast)
    if asked.check or asked.cut:
        faults = 0
        for fault in check_all(only, look, (asked.size,) if asked.size else SIZES, tab=asked.check):
            faults += 1
            print(fault, flush=True)
        return 1 if faults else 0
    out: Path = asked.folder or DEFAULT
    out.mkdir(parents=True, exist_ok=True)
    for name in capture_all(out, only, look, scenes=asked.folder is not None):
        print(name)
    return 0


def _read_arguments(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.screenshots", description=__doc__, allow_abbrev=False)
    parser.add_argument("folder", nargs="?", type=Path, help="takes the scenes too; else docs/screenshots")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a pane, or a scene")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--size", type=_read_size, help="the window's, such as 960x500")
    sizes.add_argument("--small", dest="size", action="store_const", const=QSize(1024, 680), help="1024x680")
    parser.add_argument("--twice", action="store_true", help="draw at 2x")
    parser.add_argument("--contrast", action="store_true", help="in high contrast")
    parser.add_argument("--every", action="store_true", help="each scene in all three looks")
    parser.add_argument("--cut", action="store_true", help="the same without the order of Tab")
    parser.add_argument(
        "--check",
        action="store_true",
        help="take no picture; say what cannot be read or reached, with Tab too, in both languages and four sizes",
    )
    return parser.parse_args(arguments)


def _read_size(text: str) -> QSize:
    width, _, height = text.partition("x")
    try:
        return QSize(int(width), int(height))
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is no size such as 960x500") from error


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if "--twice" in sys.argv:
        os.environ["QT_SCALE_FACTOR"] = "2"
    sys.exit(main())
