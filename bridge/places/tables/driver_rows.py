"""The rows of a database's driver, with its faults as those of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from service.pull.places.table_place import ROWS_AT_ONCE


def read_driver_rows(
    cursor: Any,  # noqa: ANN401 - of any driver
    fault: type[Exception],
    explain: Callable[[Exception], Exception],
) -> Iterator[Sequence[object]]:
    """The rows as they come. Where the driver raises `fault`, raises what `explain` makes of it."""
    try:
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            yield from rows
    except fault as error:
        raise explain(error) from None
