"""The child process that reads a file."""

from __future__ import annotations

from typing import Final

from service.child_program import ChildProgram

READER: Final = ChildProgram("read-export-file", "service.files.isolation.child")
