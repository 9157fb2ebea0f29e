"""`python -m installer package|try [linux|macos|windows]`, for dev.py; by default this system."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from installer.release.publish import publish
from installer.surroundings import BUILD_PACKAGES, ROOT, fix_surroundings, megabytes, need, run
from installer.toolchain.errors import SetupError
from tests.install_trial.trial_checks import copy_to_docs


def package(system: str) -> None:
    """Build a system's package and print its path. Debian's is built by its own Python."""
    if system == "linux":
        from installer.linux import own_python  # noqa: PLC0415 - each build needs what the other does not

        if not own_python.is_packaging_python():
            need(BUILD_PACKAGES["linux"])
            line = [str(own_python.packaging_python()), "-m", "installer", "package", "linux"]
            print(run(line, extra={"PYTHONPATH": str(ROOT)}), end="", flush=True)
            return
        from installer.linux.deb import package as build  # noqa: PLC0415
    elif system == "macos":
        from installer.macos.disk_image import package as build  # noqa: PLC0415
    else:
        from installer.windows.setup import package as build  # noqa: PLC0415
    file = build()
    print(f"{file} ({megabytes(file.stat().st_size)})", flush=True)


def attempt(system: str) -> None:
    """Try a system's package like a user; it is built first if there is none."""
    if system == "macos":
        raise SetupError("There is no trial on a Mac yet: docs/installing.md lists what to try there by hand.")
    if system == "linux":
        from tests.install_trial.linux_trial import run_linux_trial as run_trial  # noqa: PLC0415
    else:
        from tests.install_trial.windows_trial import run_windows_trial as run_trial  # noqa: PLC0415
    run_trial()


def this_system() -> str:
    """The system of this computer's own packages."""
    return {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")


def main(arguments: list[str]) -> int:
    """Run the command line; faults of the environment become one line on standard error."""
    if arguments[:1] == ["publish"]:
        return finish(lambda: publish(arguments[1:]))
    parser = argparse.ArgumentParser(prog="installer", description="Builds the set-up files and tries them.")
    parser.add_argument("command", choices=["package", "try"])
    parser.add_argument("system", nargs="?", choices=["linux", "macos", "windows"], default=this_system())
    parser.add_argument("--pictures", action="store_true", help="after a trial, keep its pictures in docs/installing/")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    fix_surroundings()

    def work() -> None:
        (package if chosen.command == "package" else attempt)(chosen.system)
        if chosen.pictures:
            print(f"{copy_to_docs(chosen.system)} pictures are in docs/installing/", flush=True)

    return finish(work)


def finish(work: Callable[[], None]) -> int:
    """Do the work; return its exit code."""
    try:
        work()
    except SetupError as fault:
        print(f"installer: {fault}", file=sys.stderr)
        return 1
    except OSError as fault:
        print(
            f"installer: {fault.strerror or fault}: {fault.filename or ''}. Mend that and run it again.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
