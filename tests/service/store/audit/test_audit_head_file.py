"""The head of the audit in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.audit.audit_entry import AuditHead
from service.store.audit.audit_head_file import FILE_NAME, read_head_file, store_head, write_head_file

HEAD = AuditHead(7, bytes(range(32)))


def test_a_head_is_read_as_it_was_written_and_replaced(tmp_path: Path) -> None:
    assert read_head_file(tmp_path) is None
    write_head_file(tmp_path, AuditHead(6, bytes(32)))
    write_head_file(tmp_path, HEAD)
    assert read_head_file(tmp_path) == HEAD
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"id": 1}', '{"id": "x", "hash": ""}', '{"id": 1, "hash": 5}'])
def test_a_file_that_is_no_head_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    assert read_head_file(tmp_path) is None


def test_a_disk_that_refuses_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store_head(tmp_path / "missing", HEAD)
    assert "head of the audit could not be stored" in caplog.text
