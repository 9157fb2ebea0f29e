"""The program: every family of commands, and one way for each kind of end."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from bridge.cli import (
    backups,
    branches,
    items,
    keys,
    log,
    modes,
    orders,
    pull,
    receive,
    rfqs,
    sample,
    serve,
    settings,
    shops,
    stock,
    support,
    webhooks,
)
from bridge.cli.faults import DONE, exit_code_for
from bridge.cli.grammar import Family
from bridge.cli.session import Session
from bridge.paths import data_folder
from service.domain.errors import Unavailable
from service.version import VERSION


class Program(Family):
    """The root of all commands. Whatever happens, it ends with an exit code and at most one line of error."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: object) -> NoReturn:  # type: ignore[override]
        """Runs a command line and ends the process (CONTRACT.md section 8). `obj` may bring a Session."""
        given = extra.get("obj")
        session = given if isinstance(given, Session) else Session()
        words = list(sys.argv[1:] if args is None else args)
        sys.exit(self._run(words, prog_name or "counterpart", session))

    def _run(self, words: list[str], prog_name: str, session: Session) -> int:
        try:
            with self.make_context(prog_name, words, obj=session) as context:
                result = self.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as done:
            return done.exit_code
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - this is where every error ends
            return self._failed(error, session)
        finally:
            session.close()
        return result if isinstance(result, int) else DONE

    def _failed(self, error: BaseException, session: Session) -> int:
        code = exit_code_for(error, _folder_of(session), session.now())
        try:
            sys.stdout.flush()
        except OSError:
            # Nobody reads on, or the disk is full: what is still in the buffer must not be tried again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code


def _folder_of(session: Session) -> Path:
    """Where to keep a traceback: also when the data folder itself is what is wrong."""
    try:
        return session.folder
    except Unavailable:
        return data_folder(None, {})


@click.pass_context
def _open(context: click.Context, *, hidden: bool) -> int | None:
    return None if context.invoked_subcommand else context.invoke(serve.open_program, hidden=hidden)


program = Program(
    name="counterpart",
    help="Keeps a shop's catalogue, stock and orders in step with its own system. Alone, it opens the program.",
    example='counterpart keys create "Main till"',
    commands=[
        serve.serve,
        keys.keys,
        shops.shops,
        branches.branches,
        modes.mode,
        items.items,
        stock.stock,
        orders.orders,
        rfqs.rfq,
        webhooks.webhooks,
        receive.receive,
        pull.pull,
        log.log,
        sample.sample,
        settings.settings,
        backups.backup,
        backups.restore,
        support.doctor,
        support.bundle,
    ],
    callback=_open,
)
program.params.append(click.Option(["--hidden"], is_flag=True, help="Open it in the tray, without its window."))
click.version_option(VERSION, prog_name="Counterpart")(program)
