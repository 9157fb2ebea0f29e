"""The manual page: commands, options and exit codes are the program's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from bridge.cli.framework.command_errors import EXIT_CODES
from bridge.cli.framework.command_group import common_options
from bridge.cli.program import program

PAGE: Final = Path(__file__).with_name("counterpart.1")


def manual(version: str) -> str:
    """The page in troff, for that version."""
    root = click.Context(program, info_name="counterpart")
    commands = "\n".join(line for name in program.commands for line in _command(program.commands[name], root, name))
    codes = "\n".join(_entry(str(code), meaning) for code, meaning in EXIT_CODES.items())
    options = "\n".join(_options(program, root, common=True))
    page = PAGE.read_text(encoding="utf-8").replace("@VERSION@", version)
    return page.replace("@COMMANDS@", commands).replace("@EXIT@", codes).replace("@OPTIONS@", options)


def _command(command: click.Command, above: click.Context, name: str) -> Iterator[str]:
    """A command with its options and example, then those below it."""
    if command.hidden:
        return
    context = click.Context(command, info_name=name, parent=above, **command.context_settings)
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    yield f".SS {_troff(usage)}\n{_text(command.help or '')}"
    yield from _options(command, context, common=False)
    example = (command.epilog or "").rpartition("\n")[2].strip()
    yield f".PP\nExample:\n.br\n.RS\n.nf\n{_text(example)}\n.fi\n.RE"
    if isinstance(command, click.Group):
        for below, sub in command.commands.items():
            yield from _command(sub, context, below)


def _options(command: click.Command, context: click.Context, *, common: bool) -> Iterator[str]:
    """What a command takes; the options of every command only where `common` says so."""
    usual = set() if common else {option.opts[0] for option in common_options()}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1] and parameter.opts[0] not in {*usual, "-h", "--help"}:
            yield _entry(*record)


def _entry(term: str, text: str) -> str:
    return f".TP\n.B {_troff(term)}\n{_text(text)}"


def _text(text: str) -> str:
    """A line of text; troff takes a point or an apostrophe at its beginning for a request."""
    return f"\\&{_troff(text)}" if text[:1] in (".", "'") else _troff(text)


def _troff(text: str) -> str:
    """Plain characters in one line. Backquotes mark what is typed, as in the help."""
    return " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")
