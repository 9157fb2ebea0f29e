"""The program: all groups of commands, and one way to end for each type of error."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from bridge.cli.command_table import COMMAND_TABLE, LazyCommands
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_errors import DONE, report_error
from bridge.cli.framework.command_group import CommandGroup
from bridge.paths import data_folder
from service.domain.errors import Unavailable
from service.version import full_version


class Program(CommandGroup):
    """The root of all commands. It always ends with an exit code and at most one line of error."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: object) -> NoReturn:  # type: ignore[override]
        """Runs a command line and ends the process (contract §8). `obj` may be a Session."""
        given = extra.get("obj")
        session = given if isinstance(given, Session) else Session()
        words = list(sys.argv[1:] if args is None else args)
        sys.exit(self._run(words, prog_name or "counterpart", session))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Writes the list of commands in the help, from the table: no command is
        imported for it.
        """
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMAND_TABLE.items()])

    def _run(self, words: list[str], prog_name: str, session: Session) -> int:
        try:
            with self.make_context(prog_name, words, obj=session) as context:
                result = self.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as done:
            return done.exit_code
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - this is where every error ends
            return self._report_failure(error, session)
        finally:
            session.close()
        return result if isinstance(result, int) else DONE

    def _report_failure(self, error: BaseException, session: Session) -> int:
        code = report_error(error, _folder_of(session), session.now())
        try:
            sys.stdout.flush()
        except OSError:
            # The reader has left, or the disk is full: the buffer must not be written again at
            # exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code


def _folder_of(session: Session) -> Path:
    """The data folder for a traceback, also when the data folder itself is the fault."""
    try:
        return session.folder
    except Unavailable:
        return data_folder(None, {})


@click.pass_context
def _open_program(context: click.Context, *, hidden: bool) -> int | None:
    if context.invoked_subcommand:
        return None
    from bridge.cli.host.serve_command import open_program  # noqa: PLC0415 - other commands start without it

    return context.invoke(open_program, hidden=hidden)


program = Program(
    name="counterpart",
    help="Keeps a shop's catalogue, stock and orders in step with its own system. Alone, it opens the program.",
    example='counterpart keys create "Main till"',
    commands=LazyCommands(),
    callback=_open_program,
)
program.params.append(click.Option(["--hidden"], is_flag=True, help="Open it in the tray, without its window."))
click.version_option(full_version(), prog_name="Counterpart")(program)
