"""Saves a table where the user chose, or says in a sentence why that is not possible."""

from __future__ import annotations

import errno
from pathlib import Path

from bridge.export_file import write_table
from service.domain.export_table import ExportTable, TableFormat, TableWords, find_format, put_into_words
from service.domain.sentences import message, os_reason
from ui.backend.backend_errors import BackendError, ErrorCode


def save_table(path: Path, table: ExportTable, words: TableWords) -> int:
    """Writes XLSX or, for any other ending, CSV, in the window's `words`; returns the number of
    rows. Raises BackendError; a failure leaves the earlier file.
    """
    try:
        return write_table(path, put_into_words(table, words), find_format(path) or TableFormat.CSV)
    except OSError as error:
        raise _map_error(path, error) from error


def _map_error(path: Path, error: OSError) -> BackendError:
    if error.errno == errno.ENOSPC:
        return BackendError(message("The disk is full."), code=ErrorCode.DISK_FULL)
    sentence = message(
        "{path} cannot be written: {reason}. Choose another place.", path=str(path), reason=os_reason(error)
    )
    return BackendError(sentence, code=ErrorCode.FILE_NOT_WRITABLE)
