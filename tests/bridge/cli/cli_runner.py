"""Runs commands in this process, with a separate data folder and a clock that the test sets."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from click.testing import CliRunner, Result

from bridge.cli.program import program
from bridge.cli.session import CommonOptions, Session
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store.engine.transaction import Tx
from tests.fakes.clock import FakeClock

T = TypeVar("T")
USER = "marwa"
NOON: Millis = 1_795_176_000_000
"""2026-11-20T12:00:00Z."""


@dataclass
class Cli:
    """One data folder and the commands run on it."""

    folder: Path
    clock: FakeClock = field(default_factory=lambda: FakeClock(NOON))
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, *words: str, stdin: str | bytes | None = None) -> Result:
        """Runs a command, with any result."""
        environment = {"COUNTERPART_DATA_DIR": str(self.folder), **self.environment}
        session = Session(self.clock, environment, user=USER)
        return CliRunner().invoke(program, list(words), input=stdin, obj=session)

    def ok(self, *words: str, stdin: str | bytes | None = None) -> str:
        """What a command that must succeed prints."""
        result = self.run(*words, stdin=stdin)
        assert (result.exit_code, result.stderr) == (0, ""), (words, result.output)
        return result.stdout

    def json(self, *words: str, stdin: str | bytes | None = None) -> Any:  # noqa: ANN401 - JSON
        """What a command that must succeed prints with `--json`."""
        return json.loads(self.ok(*words, "--json", stdin=stdin))

    def fails(self, *words: str, code: int = 1, stdin: str | bytes | None = None) -> str:
        """The one line on standard error of a command that must fail,
        without the program's name.
        """
        result = self.run(*words, stdin=stdin)
        assert (result.exit_code, result.stdout) == (code, ""), (words, result.output)
        assert result.stderr.startswith("counterpart: ")
        assert result.stderr.count("\n") == 1
        return result.stderr.removeprefix("counterpart: ").rstrip("\n")

    def write(self, work: Callable[[Tx, Shop], T], *, staging: bool = False, shop: str | None = None) -> T:
        """Runs a use case on one of the shops, as the service would."""
        session = Session(
            self.clock,
            {"COUNTERPART_DATA_DIR": str(self.folder)},
            CommonOptions(shop=shop, staging=staging),
            user=USER,
        )
        try:
            return session.write_shop(work)
        finally:
            session.close()
