"""Pictures of the window: every pane in light, dark and Arabic into docs/screenshots, or every
scene into a folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QSize

from tests.screenshots.capture import Variant, capture_all, check_all

DEFAULT = Path(__file__).parents[2] / "docs" / "screenshots"


def main() -> int:
    """Answers 0, or 1 for a check that found something. A folder takes the scenes too.
    `--only=PANE` or scene narrows, `--size=960x500` is the window's.

    `--check` takes none, and says what of them cannot be read or reached, with Tab too, in both
    languages.
    `--small` is 1024x680, `--twice` draws at 2x,
    `--contrast` in high contrast, `--every` scene in all three looks.
    """
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    only = {argument.removeprefix("--only=") for argument in sys.argv[1:] if argument.startswith("--only=")}
    sizes = [argument.removeprefix("--size=") for argument in sys.argv[1:] if argument.startswith("--size=")]
    width, _, height = (sizes or ["1024x680" if "--small" in sys.argv else "1180x760"])[0].partition("x")
    look = Variant(QSize(int(width), int(height)), every="--every" in sys.argv, contrast="--contrast" in sys.argv)
    if "--check" in sys.argv:
        faults = list(check_all(only, look))
        print("\n".join(faults))
        return 1 if faults else 0
    out = Path(arguments[0]) if arguments else DEFAULT
    out.mkdir(parents=True, exist_ok=True)
    for name in capture_all(out, only, look, scenes=bool(arguments)):
        print(name)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if "--twice" in sys.argv:
        os.environ["QT_SCALE_FACTOR"] = "2"
    sys.exit(main())
