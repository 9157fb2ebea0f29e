"""Tables that a command writes to a file, for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from bridge.cli.output import Answer, format_count, say
from bridge.cli.parameter_types import EnumType
from bridge.system.export_file import write_table
from service.domain.export_table import ExportTable, TableFormat, find_format

T = TypeVar("T")
format_option = click.option("--format", "form", type=EnumType(TableFormat), help="In place of the file's ending.")


class Counted(Iterable[T]):
    """Passes values on and counts them: one may fill several rows."""

    def __init__(self, values: Iterable[T]) -> None:
        self._values = values
        self.count = 0

    def __iter__(self) -> Iterator[T]:
        for value in self._values:
            self.count += 1
            yield value


def save_table(
    file: Path, form: TableFormat | None, table: ExportTable, counted: Counted[T], name: str
) -> Answer | None:
    """Writes a table of the counted things, XLSX or CSV. With - it goes to standard output."""
    chosen = form or find_format(file)
    if chosen is None:
        raise click.UsageError("Name the file .xlsx or .csv, or say --format xlsx or csv.", click.get_current_context())
    write_table(file, table, chosen)
    if str(file) == "-":
        return None
    count = counted.count
    return say({"file": str(file), f"{name}s": count}, f"{format_count(count, name)} written to {file}.")
