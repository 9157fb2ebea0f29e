"""The program's own log: rotating, without bodies and secrets; and a second one for support.

The second has the same lines as in the program's source, without the values in them except numbers,
and of an error only its type and place, not its words. So no data of a shop or a buyer is in it.
"""

from __future__ import annotations

import asyncio
import logging
import logging.handlers
import re
import sys
import threading
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

from bridge.system.paths import program_log, support_log
from service.domain.errors import make_error_reference
from service.domain.redaction import redact_text
from service.domain.texts import drop_steering
from service.store.engine.data_folders import make_private_folder

_FILE_BYTES = 2 * 1024 * 1024
_FILES = 5
WINDOW_PREFIX = "window-"
"""Of the logs of a window whose service is another process."""
_MAX_RECORD = 32 * 1024
_OWN_LOGGERS = ("bridge", "service", "ui", "counterpart")
_FIELD = re.compile(r"%(?:\((\w+)\))?[#0\- +]*\d*(?:\.\d+)?[sdrfxXiuge%]")
_REFERENCE = re.compile(r"[0-9A-F]{8}", re.ASCII)

log = logging.getLogger("counterpart")


class RedactingFormatter(logging.Formatter):
    """Writes times in UTC, redacts whatever has the shape of a secret, also in tracebacks, and
    limits the length. What somebody sent begins no line and steers no screen.
    """

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        lines = super().format(record)[:_MAX_RECORD].splitlines()
        return redact_text("\n    ".join(map(drop_steering, lines)))


class SupportFormatter(logging.Formatter):
    """Writes the line as in the source: numbers, references, and a dash for any other value."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        own = record.name.split(".", 1)[0] in _OWN_LOGGERS
        # Other libraries put data into their lines before logging them.
        text = _redact_message(record) if own else "(another library's words)"
        lines = [f"{self.formatTime(record)} {record.levelname} {record.name}: {text}"]
        if record.exc_info and record.exc_info[1] is not None:
            lines += _format_frames(record.exc_info[1])
        return "\n".join(lines)


class LogFile(logging.handlers.RotatingFileHandler):
    """A log file. While it cannot be written (a full disk), it says so once, and goes on later."""

    _has_reported = False

    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._has_reported:
            self._has_reported = True
            sys.stderr.write(f"The log {self.baseFilename} cannot be written: {error.strerror}.\n")


def open_program_log(folder: Path, *, to_screen: bool, prefix: str = "") -> None:
    """Logs to the data folder, and warnings to standard error if somebody can read them. Two
    processes that write at once have files with different prefixes.
    """
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    plain = RedactingFormatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s")
    root.addHandler(_file_handler(_with_prefix(program_log(folder), prefix), plain))
    root.addHandler(_file_handler(_with_prefix(support_log(folder), prefix), SupportFormatter()))
    if to_screen:
        screen = logging.StreamHandler(sys.stderr)
        screen.setLevel(logging.WARNING)
        screen.setFormatter(RedactingFormatter("%(levelname)s: %(message)s"))
        root.addHandler(screen)
    sys.excepthook = _log_unhandled
    threading.excepthook = _log_unhandled_in_thread
    sys.unraisablehook = _log_unraisable


def _with_prefix(path: Path, prefix: str) -> Path:
    return path.with_name(f"{prefix}{path.name}")


def log_loop_errors(loop: asyncio.AbstractEventLoop) -> None:
    """Logs under a reference what a task or callback of this loop raises and nobody handles."""
    loop.set_exception_handler(_log_unhandled_in_loop)


def _redact_message(record: logging.LogRecord) -> str:
    values = record.args if isinstance(record.args, tuple) else ()
    left = iter(values)
    return _FIELD.sub(lambda match: _format_field(match[0], left), str(record.msg))


def _format_field(field: str, left: Any) -> str:  # noqa: ANN401 - what a log line was given
    if field == "%%":
        return "%"
    value = next(left, None)
    if isinstance(value, int | float):
        return field % value
    if isinstance(value, str) and _REFERENCE.fullmatch(value):
        return value
    return f"({type(value).__name__})" if isinstance(value, BaseException) else "-"


def _format_frames(error: BaseException) -> list[str]:
    """Where the error happened, with its type and causes."""
    lines: list[str] = []
    seen: set[int] = set()
    here: BaseException | None = error
    while here is not None and id(here) not in seen:
        seen.add(id(here))
        lines.append(f"  {type(here).__module__}.{type(here).__qualname__}")
        for frame in traceback.extract_tb(here.__traceback__):
            place = "/".join(Path(frame.filename).parts[-3:])
            lines.append(f"    {place}:{frame.lineno} {frame.name}")
        here = here.__cause__ or here.__context__
    return lines


def _file_handler(path: Path, formatter: logging.Formatter) -> logging.Handler:
    try:
        make_private_folder(path.parent)
        handler: logging.Handler = LogFile(
            path, maxBytes=_FILE_BYTES, backupCount=_FILES, encoding="utf-8", errors="backslashreplace", delay=True
        )
    except OSError as error:
        sys.stderr.write(f"The program log {path} cannot be written: {error.strerror}.\n")
        handler = logging.NullHandler()
    handler.setFormatter(formatter)
    return handler


def _log_unhandled(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    log.critical("Unhandled, reference %s", make_error_reference(), exc_info=(kind, error, trace))


def _log_unhandled_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        log.critical("Unhandled in a thread, reference %s", make_error_reference(), exc_info=args.exc_value)


def _log_unraisable(args: sys.UnraisableHookArgs) -> None:
    if args.exc_value is not None:
        log.error(
            "Unhandled while something was put away, reference %s", make_error_reference(), exc_info=args.exc_value
        )


def _log_unhandled_in_loop(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Logs only the error: its context may quote what a task was doing."""
    error = context.get("exception")
    exception = error if isinstance(error, BaseException) else None
    log.error("Unhandled in the event loop, reference %s", make_error_reference(), exc_info=exception)
