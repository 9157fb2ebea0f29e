"""The program's own log: rotating, for support; no bodies and no secrets in it."""

from __future__ import annotations

import logging
import logging.handlers
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

from bridge.paths import program_log
from service.domain.blotting import blot_text

_FILE_BYTES = 2 * 1024 * 1024
_FILES = 5

log = logging.getLogger("counterpart")


class BlottingFormatter(logging.Formatter):
    """Times in UTC; whatever is shaped like a secret is blotted out, in tracebacks too."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        return blot_text(super().format(record))


def open_program_log(folder: Path, *, to_screen: bool) -> None:
    """Logs to the data folder, and warnings to standard error where there is someone to read them."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(_file_handler(program_log(folder)))
    if to_screen:
        screen = logging.StreamHandler(sys.stderr)
        screen.setLevel(logging.WARNING)
        screen.setFormatter(BlottingFormatter("%(levelname)s: %(message)s"))
        root.addHandler(screen)
    sys.excepthook = _unhandled
    threading.excepthook = _unhandled_in_thread


def _file_handler(path: Path) -> logging.Handler:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=_FILE_BYTES, backupCount=_FILES, encoding="utf-8", errors="backslashreplace", delay=True
        )
    except OSError as error:
        sys.stderr.write(f"The program log {path} cannot be written: {error.strerror}.\n")
        handler = logging.NullHandler()
    handler.setFormatter(BlottingFormatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    return handler


def _unhandled(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("Unhandled: %s", error, exc_info=(kind, error, trace))


def _unhandled_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        log.critical("Unhandled in %s", args.thread, exc_info=args.exc_value)
