"""`counterpart`, and `python -m bridge`: the only entry point (contract §8)."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from pathlib import Path

from bridge.alerts.send_program import SENDER
from bridge.autostart.service_words import HOST_WORD
from service.child_program import READER
from service.version import describe_version

CHECK_WORD = "check-imports"
"""The argument with which the proof of a package asks what can be imported."""


def main() -> None:
    """Runs the command line of this process, and ends the process with its exit code."""
    if sys.argv[1:] == [READER.word]:
        # Started by the program itself, which reads a workbook in a process of its own.
        from service.files.isolation.child import main as read_export_file  # noqa: PLC0415 - as below

        read_export_file()
        return
    if sys.argv[1:] == [SENDER.word]:
        from bridge.alerts.send_child import main as send_alert  # noqa: PLC0415 - as below

        send_alert()
        return
    if sys.argv[1:] == [CHECK_WORD]:
        from bridge.import_check import main as check_imports  # noqa: PLC0415 - for the proof of a package only

        sys.exit(check_imports())
    if sys.argv[1:] == ["--version"]:
        # Asked by scripts and installers, which need not wait for the command line's imports.
        sys.stdout.write(f"{describe_version()}\n")
        return
    if sys.argv[1:2] == [HOST_WORD]:
        from bridge.cli.command_errors import report_error  # noqa: PLC0415 - as below
        from bridge.cli.serve_command import serve_for_windows  # noqa: PLC0415 - as below
        from bridge.start.service_host import main as run_service  # noqa: PLC0415 - for Windows only

        ensure_streams()
        sys.exit(run_service(sys.argv[2:], serve_for_windows, report_error))
    handles_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles_ctrl_c:
        # Ctrl-C during the imports ends this program like any other, without a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(200_000, 10, 10)  # imports make much, and nothing of it is garbage
    from bridge.cli.program import program  # noqa: PLC0415 - as above
    from bridge.system.paths import keep_files_private  # noqa: PLC0415 - as above

    if handles_ctrl_c:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    keep_files_private()
    ensure_streams()
    for stream in (sys.stdout, sys.stderr):
        # Output is UTF-8 as JSON requires; what is no text at all (odd file names) becomes
        # escapes.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(program.main(sys.argv[1:], prog_name="counterpart", standalone_mode=False))


def ensure_streams() -> None:
    """Replaces missing streams (Windows without a console): output is dropped, input is empty."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - for as long as it runs
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for as long as it runs


if __name__ == "__main__":
    main()
