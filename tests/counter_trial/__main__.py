"""Does a counter's work by clicks on a screen of its own, in each language and size, and stores a
picture of each step.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.counter_trial.chapters.all_chapters import CHAPTERS
from tests.counter_trial.counter import open_counter
from tests.counter_trial.variants import VARIANTS, Variant

PICTURES = Path(__file__).parents[2] / "build" / "counter"


def main() -> int:
    """Answers 0 when every chapter went through in every variant that was asked for."""
    parser = argparse.ArgumentParser(prog="dev.py try counter", description=__doc__)
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help=f"of {', '.join(CHAPTERS)}; all when left out")
    names = {variant.name: variant for variant in VARIANTS}
    parser.add_argument("--in", dest="variants", action="append", choices=names, help="all when left out")
    parser.add_argument("--pictures", type=Path, default=PICTURES, metavar="FOLDER", help="default: build/counter")
    given = parser.parse_args()
    if unknown := set(given.chapters) - set(CHAPTERS):
        parser.error(f"there is no chapter {', '.join(sorted(unknown))}; there are {', '.join(CHAPTERS)}")
    variants = [names[name] for name in given.variants or names]
    failed = sum(
        not _passes(chapter, variant, given.pictures) for chapter in given.chapters or CHAPTERS for variant in variants
    )
    print(f"{len(variants) * len(given.chapters or CHAPTERS) - failed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def _passes(chapter: str, variant: Variant, pictures: Path) -> bool:
    began = time.monotonic()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="counterpart-counter-") as home,
            open_counter(Path(home), variant, pictures / variant.name / chapter) as counter,
        ):
            CHAPTERS[chapter](counter)
    except Exception:  # noqa: BLE001 - one chapter that fails is reported, and the others go on
        traceback.print_exc()
        print(f"failed {chapter} ({variant.name})", flush=True)
        return False
    print(f"ok     {chapter} ({variant.name}), {time.monotonic() - began:.0f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
