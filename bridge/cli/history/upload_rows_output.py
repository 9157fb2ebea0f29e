"""How `history call --rows` prints the rows of an upload."""

from __future__ import annotations

from typing import Any

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.output import print_line, print_list
from bridge.cli.framework.value_format import text_or_dash
from bridge.cli.history.history_output import change_json, describe_change
from service.domain.history import UploadRow, UploadRows


def print_upload_rows(session: Session, upload: UploadRows, limit: int) -> None:
    """Prints the first `limit` rows, counted from 1; in JSON the index counts from 0."""
    print_list(
        session,
        upload.rows[:limit],
        to_json=_as_json,
        headers=(">ROW", "PART", "RESULT", "CHANGE"),
        to_row=lambda row: (str(row.index + 1), text_or_dash(row.sku), row.outcome.value, _describe(row)),
        empty="The upload had no row.",
    )
    if upload.undone and not session.as_json:
        print_line("This upload was undone since.")


def _describe(row: UploadRow) -> str:
    return row.error or ", ".join(describe_change(change) for change in row.changes) or "-"


def _as_json(row: UploadRow) -> dict[str, Any]:
    return {
        "index": row.index,
        "sku": row.sku or None,
        "result": row.outcome.value,
        "error": row.error or None,
        "changes": [change_json(change) for change in row.changes],
    }
