"""Tells the files of the newest export of 1C from those that an earlier one left in the folder."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from service.files.commerceml.companion_files import natural_key, read_root

_NAME = re.compile(
    r"(?P<kind>import|offers|prices|rests|storages|price_?lists)(?:(?P<catalogue>\d+)_(?P<part>\d+))?", re.IGNORECASE
)
_DATE = re.compile(r"""ДатаФормирования\s*=\s*["']([^"']{1,40})["']""")
_TIME = re.compile(r"""ВремяФормирования\s*=\s*["']([^"']{1,20})["']""")
_IMPORT: Final = "import"
_VALUES: Final = ("offers", "prices", "rests")
_LONGEST_EXPORT: Final = timedelta(hours=1)
"""Two files of a kind that were made so far apart may be of two exports."""

_DISORDER: Final = timedelta(minutes=1)
"""Files of one export are made in the order of their numbers, but perhaps copied in another."""


class ExportFiles(NamedTuple):
    """The files of the newest export and of earlier ones, each in the order of their dates;
    `dates` are by file.
    """

    newest: tuple[Path, ...]
    earlier: tuple[Path, ...]
    dates: Mapping[Path, datetime]

    def as_one(self) -> ExportFiles:
        """All files as those of one export."""
        files = sorted((*self.newest, *self.earlier), key=lambda path: (self.dates[path], natural_key(path.name)))
        return ExportFiles(tuple(files), (), self.dates)


class _Dated(NamedTuple):
    """A file with what its name says: `import0_2.xml` is part 2 of catalogue 0."""

    path: Path
    date: datetime
    kind: str
    catalogue: str
    part: int


def split_exports(files: Sequence[Path]) -> ExportFiles:
    """Splits the files of a folder by the dates that they say, or else by their times of change."""
    said = {path: _read_date(path) for path in files}
    dates = {path: date for path, date in said.items() if date is not None}
    are_said = len(dates) == len(files)
    if not are_said:
        dates = {path: datetime.fromtimestamp(path.stat().st_mtime).astimezone().replace(tzinfo=None) for path in files}
    ordered = sorted(files, key=lambda path: (dates[path], natural_key(path.name)))
    dated = [_parse_name(path, dates[path]) for path in ordered]
    earlier = {file.path for kind in {file.kind for file in dated} for file in _find_earlier(kind, dated)}
    if are_said:
        earlier |= {file.path for file in _find_before_catalogue(dated)}
    newest = tuple(path for path in ordered if path not in earlier)
    return ExportFiles(newest, tuple(path for path in ordered if path in earlier), dates)


def _read_date(path: Path) -> datetime | None:
    """When 1C made a file, as the file says on 1C's own clock."""
    root = read_root(path)
    date, time = _DATE.search(root), _TIME.search(root)
    if date is None:
        return None
    text = f"{date[1]}T{time[1]}" if time is not None and "T" not in date[1] else date[1]
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        return None


def _parse_name(path: Path, date: datetime) -> _Dated:
    found = _NAME.match(path.name)
    kind, catalogue, part = found.group("kind", "catalogue", "part") if found else ("", None, None)
    return _Dated(path, date, kind.lower(), catalogue or "", int(part or 0))


def _find_earlier(kind: str, files: Sequence[_Dated]) -> list[_Dated]:
    """The files of a kind that are not of its newest export; `files` are in the order of dates."""
    own = [file for file in files if file.kind == kind]
    imports = [file for file in files if file.kind == _IMPORT]
    for place in range(len(own) - 1, 0, -1):
        if _are_apart(own[place - 1], own[place:], imports):
            return own[:place]
    return []


def _are_apart(before: _Dated, newer: Sequence[_Dated], imports: Sequence[_Dated]) -> bool:
    """Whether a file is of an earlier export than the next newer ones of its kind: made long
    before, numbered after, or with a catalogue made between them.
    """
    if newer[0].date - before.date > _LONGEST_EXPORT:
        return True
    of_catalogue = [file for file in newer if file.catalogue == before.catalogue]
    if any(file.part < before.part and file.date - before.date > _DISORDER for file in of_catalogue):
        return True
    between = [file.date for file in imports if file.catalogue == before.catalogue and before.kind != _IMPORT]
    return any(
        before.date + _DISORDER < made and made + _DISORDER < file.date for made in between for file in of_catalogue
    )


def _find_before_catalogue(files: Sequence[_Dated]) -> list[_Dated]:
    """Prices and stocks, if all were made long before the newest catalogue of parts."""
    made = max((file.date for file in files if file.kind == _IMPORT), default=None)
    values = [file for file in files if file.kind in _VALUES]
    if made is None or any(made - file.date <= _LONGEST_EXPORT for file in values):
        return []
    return values
