"""The manual page: its list of commands is the program's own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bridge.cli.program import program

PAGE: Final = Path(__file__).with_name("counterpart.1")


def manual(version: str) -> str:
    """The page in troff, for that version."""
    entries = (
        f".TP\n.B {_troff(name)}\n{_troff(command.get_short_help_str(200))}"
        for name, command in sorted(program.commands.items())
    )
    page = PAGE.read_text(encoding="utf-8")
    return page.replace("@VERSION@", version).replace("@COMMANDS@", "\n".join(entries))


def _troff(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")
