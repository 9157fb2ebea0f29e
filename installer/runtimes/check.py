"""`python -m installer.runtimes.check`, a part of `dev.py lint`: the inventory against the locks
and its page. It warns by the calendar. `--write` writes the page's table again.
"""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from installer.runtimes.inventory import INVENTORY, Carried, list_warnings, not_locked, table
from installer.surroundings import ROOT

PAGE: Final = "docs/runtimes.md"
BEGIN: Final = "<!-- inventory: begin -->\n"
END: Final = "<!-- inventory: end -->\n"


def faults(root: Path, carried: tuple[Carried, ...] = INVENTORY) -> list[str]:
    """Every reason why a package must not be built, in sentences."""
    locks = {
        path.name: path.read_text(encoding="utf-8") for path in (root / "installer" / "requirements").glob("*.txt")
    }
    page = (root / PAGE).read_text(encoding="utf-8")
    stale = [] if with_table(page, carried) == page else [f"{PAGE} is old. Run: python3 dev.py lock"]
    return [*not_locked(carried, locks), *stale]


def with_table(page: str, carried: tuple[Carried, ...]) -> str:
    """The page with its table as the inventory has it now."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{begin}\n{table(carried)}\n{end}{after}"


def write_page(root: Path) -> None:
    """Write the table on the page again."""
    page = root / PAGE
    page.write_text(with_table(page.read_text(encoding="utf-8"), INVENTORY), encoding="utf-8")


def main(arguments: list[str], today: date, root: Path = ROOT) -> int:
    """Print warnings and faults; return the exit code."""
    if arguments == ["--write"]:
        write_page(root)
    for sentence in list_warnings(INVENTORY, today):
        print(f"warning: {sentence}", flush=True)
    found = faults(root)
    for sentence in found:
        print(sentence, file=sys.stderr, flush=True)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], datetime.now(UTC).date()))
