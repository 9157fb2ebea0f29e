"""How the cells of a bound column are read: counted, or with other branch names; fixed values."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.catalogue.sku import fold, tidy
from service.domain.sentences import message, prefix_field
from service.files.columns.mapping import Mapping
from service.files.evidence.column_scan import ColumnScan
from service.files.file_errors import ColumnMissing, FileError
from service.files.values.cell_readers import Read, reader
from service.files.values.cell_readers import Reading as CellReading
from service.files.values.options import Options

Fields = dict[str, object]


def require_columns(mapping: Mapping, headers: Sequence[str]) -> None:
    """Raises ColumnMissing if a mapping names a column that a file lacks."""
    away = [name for name in mapping.named_columns() if name not in headers]
    if away:
        raise ColumnMissing(
            message(
                "The file has no column {away}. Choose the columns again, or export it as before.",
                away=", ".join(away),
            )
        )


def watched(read: Read, scan: ColumnScan) -> Read:
    """Reads a cell and counts it; a column calls it once for each cached text."""

    def watched(text: str) -> CellReading:
        scan.add(text)
        return read(text)

    return watched


def rename_branch(read: Read, names: dict[str, str]) -> Read:
    """Reads a branch's name; some names mean a branch with another name."""

    def renamed(text: str) -> CellReading:
        reading = read(text)
        branch = names.get(fold(tidy(reading.value))) if isinstance(reading.value, str) else None
        return reading if branch is None else CellReading(branch)

    return renamed


def fixed_fields(mapping: Mapping, options: Options) -> Fields:
    """The values for the whole file; FileError at one that cannot be read."""
    fields: Fields = {}
    for fixed in mapping.fixed:
        reading = reader(fixed.field, options)(fixed.text)
        if reading.value is None:
            raise FileError(
                message(
                    "A fixed value cannot be used. {fault}.",
                    fault=reading.note or reading.fault or prefix_field(fixed.field, message("is blank")),
                )
            )
        fields[fixed.field] = reading.value
    return fields
