"""How a command ends: exit codes, and one line on standard error for every fault.

With `--json` the line is an object: {"error": a code, "message": the sentence}.
"""

from __future__ import annotations

import traceback
from pathlib import Path

import click
import msgspec

from bridge.cli.output import escape_controls
from bridge.system.paths import program_log
from service.domain.errors import (
    BadRequest,
    CounterpartError,
    NotFound,
    Refused,
    Unavailable,
    UpstreamUnavailable,
    make_error_reference,
)
from service.domain.redaction import redact_text
from service.domain.texts import escape_json
from service.domain.times import Millis, format_rfc3339
from service.store.engine.data_folders import make_private_folder

DONE = 0
FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130
PIPE_CLOSED = 141

EXIT_CODES = {
    DONE: "done",
    FAILED: "not done; one line on standard error says why and what to do",
    USAGE_ERROR: "the command line is not right",
    INTERRUPTED: "interrupted, or nobody answered a question",
    PIPE_CLOSED: "the program that read the output ended",
}
"""What every exit code means, for the help and the manual page."""

CODE_FAILED = "failed"
_CODE_USAGE = "usage"
_CODE_SYSTEM = "system"
_CODE_BUG = "internal_error"
_CODES = (
    (UpstreamUnavailable, "upstream_unavailable"),
    (Unavailable, "unavailable"),
    (NotFound, "not_found"),
    (BadRequest, "bad_request"),
)
"""The codes of the interface (contract §2) for the errors that it has too."""

_NO_REASON = "the system gave no reason"


def print_error(message: str, code: str = CODE_FAILED, *, as_json: bool = False) -> None:
    """One line on standard error, whatever is in the message."""
    line = " ".join(message.split())
    if as_json:
        text = escape_json(msgspec.json.encode({"error": code, "message": line}).decode())
    else:
        text = f"counterpart: {escape_controls(line)}"
    click.echo(text, err=True)


def report_error(error: BaseException, folder: Path, now: Millis, *, as_json: bool = False) -> int:
    """Prints an error by its type, and returns the exit code."""
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    if isinstance(error, KeyboardInterrupt | click.Abort | EOFError):
        if isinstance(error.__context__, EOFError):
            click.echo(err=True)
            print_error("Nobody answered, so nothing was done.", "interrupted", as_json=as_json)
        return INTERRUPTED
    code, message = _describe_error(error, folder, now)
    print_error(message, code, as_json=as_json)
    return USAGE_ERROR if code == _CODE_USAGE else FAILED


def error_code(error: CounterpartError) -> str:
    if isinstance(error, Refused):
        return error.code
    return next((code for kind, code in _CODES if isinstance(error, kind)), CODE_FAILED)


def _describe_error(error: BaseException, folder: Path, now: Millis) -> tuple[str, str]:
    """The code and the sentence."""
    if isinstance(error, click.UsageError):
        return _CODE_USAGE, f"{_end_sentence(_usage_message(error))} {_help_hint(error)}"
    if isinstance(error, click.ClickException):
        return CODE_FAILED, _end_sentence(error.format_message())
    if isinstance(error, CounterpartError):
        return error_code(error), _end_sentence(error.message)
    if isinstance(error, OSError):
        return _CODE_SYSTEM, _format_os_error(error)
    return _CODE_BUG, _log_bug(error, folder, now)


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
    trace = "".join(traceback.format_exception(error))
    try:
        make_private_folder(log.parent)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{format_rfc3339(now)} ERROR reference {reference}\n{redact_text(trace)}\n")
    except OSError as fault:
        return (
            f"This is a fault in Counterpart ({type(error).__name__}), and {log} could not be written: "
            f"{fault.strerror}. Tell support both."
        )
    return f"This is a fault in Counterpart. Tell support the reference {reference}; {log} holds what happened."
