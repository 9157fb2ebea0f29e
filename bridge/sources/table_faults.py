"""What every database table has: its faults, and reading its rows in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bridge.sources.source_faults import clean_answer
from service.domain.sentences import Sentence, message, verbatim
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import FetchInterrupted, PlaceRefused
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


def query_refused(database: str, answer: str, password: str) -> PlaceRefused:
    """The database does not accept the query; its own words say why."""
    return PlaceRefused(
        message(
            "{database} does not accept the query: {answer}. Correct it in the set-up.",
            database=database,
            answer=verbatim(clean_answer(answer, password)),
        )
    )


def database_unavailable(database: str, answer: str, password: str) -> FileUnavailable:
    """The database cannot be read now."""
    return FileUnavailable(
        message(
            "{database} cannot be read now: {answer}. Check that it runs, and the address.",
            database=database,
            answer=verbatim(clean_answer(answer, password)),
        )
    )


def connection_lost(database: str) -> FetchInterrupted:
    return FetchInterrupted(
        message("The connection to {database} ended in the middle of the query. Run the pull again.", database=database)
    )


def query_too_slow(database: str, seconds: float) -> FileUnavailable:
    return FileUnavailable(
        message(
            "The query ran longer than {minutes} minutes in {database}. Select less, or have an index made.",
            minutes=round(seconds / 60),
            database=database,
        )
    )


def no_encryption(host: str) -> PlaceRefused:
    """The server of the database has no TLS."""
    return PlaceRefused(
        message("{host} has no encryption. Add ?tls=off to the address if it is on this network.", host=host)
    )


def driver_missing(database: str, what: str | Sentence) -> FileError:
    """A library that this computer lacks."""
    return FileError(
        message(
            "{database} cannot be reached without {what}. Install it on this computer.", database=database, what=what
        )
    )
