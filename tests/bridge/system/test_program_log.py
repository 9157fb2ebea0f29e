"""Every unhandled fault is logged under a reference, and no log contains a secret."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.system.paths import program_log, support_log
from bridge.system.program_log import LogFile, SupportFormatter, log_loop_errors, open_program_log

KEY = "cp_live_0123456789abcdefghij"
BUYER = "Ahmed of Muharraq"
own = logging.getLogger("service.somewhere")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    kept = sys.excepthook, threading.excepthook, sys.unraisablehook
    open_program_log(tmp_path, to_screen=False)
    yield tmp_path
    sys.excepthook, threading.excepthook, sys.unraisablehook = kept
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def both(folder: Path) -> tuple[str, str]:
    return tuple(path(folder).read_text(encoding="utf-8") for path in (program_log, support_log))  # type: ignore[return-value]


def fail() -> None:
    raise ValueError(f"{BUYER} {KEY}")


def test_a_fault_of_the_main_thread_of_another_and_of_a_task_get_a_reference_each(folder: Path) -> None:
    try:
        fail()
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()

    async def forget() -> None:
        log_loop_errors(asyncio.get_running_loop())
        asyncio.get_running_loop().call_soon(fail)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(forget())
    full, support = both(folder)
    references = re.findall(r"reference ([0-9A-F]{8})", full)
    assert len(set(references)) == 3
    assert references == re.findall(r"reference ([0-9A-F]{8})", support)
    assert full.count("Traceback") == 3
    assert support.count("builtins.ValueError") == 3
    assert support.count("test_program_log.py") >= 3
    assert KEY not in full + support
    assert BUYER not in support


def test_a_task_that_nobody_waits_for_is_logged(folder: Path) -> None:
    async def go() -> None:
        log_loop_errors(asyncio.get_running_loop())

        async def broken() -> None:
            fail()

        task = asyncio.ensure_future(broken())
        await asyncio.wait([task])
        del task

    asyncio.run(go())
    assert "Unhandled in the event loop" in both(folder)[1]


def test_support_sees_numbers_and_references_and_nothing_else(folder: Path) -> None:
    own.warning("Target %s of shop %d waits %.1f s: %s (%s), 100%%", BUYER, 7, 1.25, KEY, ValueError(BUYER))
    own.error("Reference %s", "0A1B2C3D")
    logging.getLogger("aiohttp.server").error(f"Error handling {BUYER}")  # noqa: G004 - as others do
    support = both(folder)[1]
    assert "service.somewhere: Target - of shop 7 waits 1.2 s: - ((ValueError)), 100%" in support
    assert "Reference 0A1B2C3D" in support
    assert "aiohttp.server: (another library's words)" in support
    assert BUYER not in support
    assert KEY not in both(folder)[0]


def test_what_a_stranger_sends_begins_no_line_and_steers_no_screen(folder: Path) -> None:
    own.warning("A window is disconnected: %s", "a\n2026-11-28 INFO forged\r\x1b[31mb\x85\u2028\u202ec")
    own.error("Next")
    record, *more, last = both(folder)[0].split("\n")[:-1]
    assert record.endswith("A window is disconnected: a")
    assert more == ["    2026-11-28 INFO forged", "    [31mb", "    ", "    c"]
    assert last.endswith("service.somewhere: Next")


def test_a_record_without_end_is_cut_and_files_rotate(folder: Path) -> None:
    own.info("x" * 100_000)
    assert len(both(folder)[0]) < 40_000
    for _ in range(70):
        own.info("y" * 32_000)
    assert program_log(folder).with_name("counterpart.log.1").exists()


def test_ctrl_c_is_no_fault(folder: Path) -> None:
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not program_log(folder).exists()
    assert SupportFormatter().format(logging.LogRecord("x", 20, "", 1, "y", None, None)).endswith("words)")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_once_and_without_tracebacks(capsys: pytest.CaptureFixture[str]) -> None:
    handler = LogFile("/dev/full", encoding="utf-8")
    record = logging.LogRecord("service", logging.WARNING, __file__, 1, "key %s", ("x",), None)
    for _ in range(3):
        handler.emit(record)
    assert capsys.readouterr().err == "The log /dev/full cannot be written: No space left on device.\n"
    with contextlib.suppress(OSError):
        handler.close()
