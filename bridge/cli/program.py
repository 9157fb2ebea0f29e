"""The program: all groups of commands, and one way to end for each type of error."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class, shell_complete

from bridge.cli.command_errors import DONE, EXIT_CODES, report_error
from bridge.cli.command_group import CommandGroup
from bridge.cli.command_table import COMMAND_TABLE, LazyCommands
from bridge.cli.session import Session
from bridge.system.paths import data_folder
from service.domain.errors import Unavailable
from service.version import describe_version

_NAME = "counterpart"
COMPLETE_VARIABLE = "_COUNTERPART_COMPLETE"
"""Set by a shell that asks what fits: `bash_complete`, `zsh_complete` or `fish_complete`."""


class Program(CommandGroup):
    """The root of all commands. It always ends with an exit code and at most one line of error."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: object) -> NoReturn:  # type: ignore[override]
        """Runs a command line and ends the process (contract §8). `obj` may be a Session."""
        given = extra.get("obj")
        session = given if isinstance(given, Session) else Session()
        if instruction := session.environment.get(COMPLETE_VARIABLE):
            sys.exit(shell_complete(self, {}, _NAME, COMPLETE_VARIABLE, instruction))
        words = list(sys.argv[1:] if args is None else args)
        sys.exit(self._run(words, prog_name or _NAME, session))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Writes the commands in the help, from the table: no command is imported for it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMAND_TABLE.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """The commands that fit, from the table; no command is imported for it."""
        fitting = [
            CompletionItem(name, help=entry.summary)
            for name, entry in COMMAND_TABLE.items()
            if name.startswith(incomplete)
        ]
        return fitting + click.Command.shell_complete(self, ctx, incomplete)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The exit codes, then the example."""
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in EXIT_CODES.items()])
        super().format_epilog(ctx, formatter)

    def _run(self, words: list[str], prog_name: str, session: Session) -> int:
        try:
            with self.make_context(prog_name, words, obj=session) as context:
                result = self.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as done:
            return done.exit_code
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - this is where every error ends
            return self._report_failure(error, session, as_json=session.as_json or _asks_for_json(words))
        finally:
            session.close()
        return result if isinstance(result, int) else DONE

    def _report_failure(self, error: BaseException, session: Session, *, as_json: bool) -> int:
        code = report_error(error, _folder_of(session), session.now(), as_json=as_json)
        try:
            sys.stdout.flush()
        except OSError:
            # The reader has left, or the disk is full: the buffer must not be written again at
            # exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code


def completion_script(shell: str) -> str:
    """What bash, zsh or fish reads to complete command lines, for a package."""
    kind = get_completion_class(shell)
    if kind is None:
        raise ValueError(shell)
    # Not kind.source(): that starts bash only to look at its version.
    return ShellComplete.source(kind(program, {}, _NAME, COMPLETE_VARIABLE)).lstrip() + "\n"


def _asks_for_json(words: list[str]) -> bool:
    """Whether `--json` is among the words: an error may come before the options are read."""
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def _folder_of(session: Session) -> Path:
    """The data folder for a traceback, also when the data folder itself is the fault."""
    try:
        return session.folder
    except Unavailable:
        return data_folder(None, {})


@click.pass_context
def _open_program(context: click.Context, *, hidden: bool, read_only: bool) -> int | None:
    if context.invoked_subcommand:
        return None
    from bridge.cli.serve_command import open_program  # noqa: PLC0415 - other commands start without it

    return context.invoke(open_program, hidden=hidden, read_only=read_only)


program = Program(
    name=_NAME,
    help="Keeps a shop's catalogue, stock and orders in step with its own system. Alone, it opens the program.",
    example='counterpart keys create "Main till"',
    commands=LazyCommands(),
    callback=_open_program,
)
program.params.append(click.Option(["--hidden"], is_flag=True, help="Open it in the tray, without its window."))
program.params.append(
    click.Option(["--read-only"], is_flag=True, help="Open its window in the support view: nothing can be changed.")
)
click.version_option(message=describe_version())(program)
