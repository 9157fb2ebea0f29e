"""What the process of one folder is given, and what it writes down."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct


class MutatedSource(Struct, frozen=True):
    """A module with all its mutants in `code`; those to run; its own tests, which run first; and
    the file to which a line for each mutant is added.
    """

    module: str
    file: str
    code: str
    mutants: tuple[str, ...]
    own_tests: tuple[str, ...]
    results: str


class MutantJob(Struct, frozen=True):
    """Modules of one folder, and all tests that are collected."""

    sources: tuple[MutatedSource, ...]
    tests: tuple[str, ...]


def write_job(job: MutantJob, path: Path) -> None:
    """Writes the job for the process that does it."""
    path.write_bytes(msgspec.json.encode(job))


def read_job(path: Path) -> MutantJob:
    """The job that was written."""
    return msgspec.json.decode(path.read_bytes(), type=MutantJob)


def add_result(source: MutatedSource, mutant: str, status: str) -> None:
    """Adds a line at once, so that a run which is cut off loses nothing."""
    with Path(source.results).open("a", encoding="utf-8") as lines:
        print(mutant, status, sep="\t", file=lines)


def read_results(lines: Iterable[str]) -> dict[str, str]:
    """The last status of each mutant; a line that was cut off does not count."""
    fields = [line.rstrip("\n").split("\t") for line in lines if line.endswith("\n")]
    return {words[0]: words[1] for words in fields if len(words) == 2}
