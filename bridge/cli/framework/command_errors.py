"""How a command ends: exit codes, and one line on standard error for every fault."""

from __future__ import annotations

import traceback
from pathlib import Path

import click

from bridge.cli.framework.output import escape_controls
from bridge.paths import program_log
from service.domain.error_reference import make_error_reference
from service.domain.errors import CounterpartError
from service.domain.redaction import redact_text
from service.domain.times import Millis, format_rfc3339

DONE = 0
FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130
PIPE_CLOSED = 141

_NO_REASON = "the system gave no reason"


def print_error(message: str) -> None:
    """One line on standard error, whatever is in the message."""
    line = " ".join(message.split())
    click.echo(f"counterpart: {escape_controls(line)}", err=True)


def report_error(error: BaseException, folder: Path, now: Millis) -> int:
    """Prints an error by its type, and returns the exit code."""
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    if isinstance(error, KeyboardInterrupt | click.Abort | EOFError):
        if isinstance(error.__context__, EOFError):
            click.echo(err=True)
            print_error("Nobody answered, so nothing was done.")
        return INTERRUPTED
    if isinstance(error, click.UsageError):
        print_error(f"{_end_sentence(_usage_message(error))} {_help_hint(error)}")
        return USAGE_ERROR
    if isinstance(error, click.ClickException):
        print_error(_end_sentence(error.format_message()))
    elif isinstance(error, CounterpartError):
        print_error(_end_sentence(error.message))
    elif isinstance(error, OSError):
        print_error(_format_os_error(error))
    else:
        print_error(_log_bug(error, folder, now))
    return FAILED


def _end_sentence(message: str) -> str:
    return message if message.endswith((".", "?")) else f"{message}."


def _usage_message(error: click.UsageError) -> str:
    """What is wrong, after the option or word that it is about."""
    if isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter) and error.param:
        return f"{error.param.get_error_hint(error.ctx)}: {error.message}"
    return error.format_message()


def _help_hint(error: click.UsageError) -> str:
    path = "counterpart" if error.ctx is None else error.ctx.command_path
    return f"`{path} --help` explains it."


def _format_os_error(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or str(error) or _NO_REASON}. Mend that and run the command again."


def _log_bug(error: BaseException, folder: Path, now: Millis) -> str:
    """Writes the traceback to the program's log under a reference."""
    reference = make_error_reference()
    log = program_log(folder)
    told = "".join(traceback.format_exception(error))
    try:
        log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{format_rfc3339(now)} ERROR reference {reference}\n{redact_text(told)}\n")
    except OSError as fault:
        return (
            f"This is a fault in Counterpart ({type(error).__name__}), and {log} could not be written: "
            f"{fault.strerror}. Tell support both."
        )
    return f"This is a fault in Counterpart. Tell support the reference {reference}; {log} holds what happened."
