#!/usr/bin/env python3
"""Sets the project up and runs it: python3 dev.py run,
python3 dev.py test. Needs only Python 3.11 or later.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.toolchain.checks import conclude, every_check, lint_checks
from installer.toolchain.debian import DESKTOP_TEST_PACKAGES, QT_PACKAGES, system_packages
from installer.toolchain.environment import DEV_LOCKS, RUNTIME_LOCKS, clean_environment, program, set_up
from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT: Final = Path(__file__).resolve().parent

# Options of the program, before a command or of `serve`, that take a value.
OPTIONS_WITH_VALUE: Final = ("--data-dir", "--shop", "--host", "--port")

# What `try` tries in addition to set-up files, and its module.
TRIALS: Final = {
    "examples": "examples",
    "docs": "reference",
    "clients": "generated",
    "counter": "counter_trial",
    "postgres": "postgres_trial",
}

USAGE: Final = """\
usage: python3 dev.py COMMAND [ARGUMENTS]

  run           set up what is needed and start the program; ARGUMENTS go to it
  test          set up and run every check; ARGUMENTS go to pytest
  setup         set up for running and testing, nothing more
  lint          the checks without the tests
  bench         measure against the floors of docs/performance.md
  soak          the long tests (simulated weeks of a shop, kill -9, races, full disk)
  mutants       change the domain in small ways; its tests must notice (ARGUMENTS: files, folders)
  screenshots   pictures of every pane
  package       build the set-up files
  publish       offer the set-up files in a signed update feed
  try           try a set-up file as a user would (linux, windows), the clients of docs/examples
                (examples), the reference in a browser (docs), clients generated from the
                description (clients), a counter's day by clicks in a window (counter), or kills of
                services on one PostgreSQL (postgres)
  lock          write the locked lists in installer/requirements/ again (--upgrade for newer
                versions), and the table of docs/runtimes.md
"""


def hand_over(line: Sequence[str], environment: Mapping[str, str]) -> int:
    """Replace this process by that program, so that signals and its exit code need no forwarding;
    on Windows wait for it.
    """
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(line[0], list(line), dict(environment))  # noqa: S606 - replacing this process is the point
    return wait_for(line, environment)


def wait_for(line: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run that program to its end; Ctrl-C reaches it directly, and it ends by itself."""
    with subprocess.Popen(line, env=dict(environment)) as process:
        while True:
            with contextlib.suppress(KeyboardInterrupt):
                return process.wait()


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a window can be displayed here."""
    return sys.platform in {"win32", "darwin"} or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def has_command(arguments: Sequence[str]) -> bool:
    """Whether one of the words is neither an option nor an option's value."""
    words = iter(arguments)
    for word in words:
        if word in OPTIONS_WITH_VALUE:
            next(words, None)
        elif not word.startswith("-"):
            return True
    return False


def program_arguments(arguments: Sequence[str], *, window: bool) -> list[str]:
    """The program's arguments: `serve` without a window and without a command of its own."""
    if window or has_command(arguments) or {"-h", "--help", "--version"} & set(arguments):
        return list(arguments)
    return ["serve", *(word for word in arguments if word != "--hidden")]


def run(arguments: Sequence[str]) -> int:
    """Start the program: with its window if there is a display, headless if not."""
    display = has_display(os.environ)
    window = display and system_packages(QT_PACKAGES)
    venv = set_up(ROOT, RUNTIME_LOCKS)
    passed = program_arguments(arguments, window=window)
    if passed != list(arguments):
        why = "The system packages of the window are missing" if display else "There is no display here"
        print(f"{why}: starting without a window (counterpart serve). Ctrl-C ends it.", flush=True)
    return hand_over([str(program(venv, "counterpart")), *passed], clean_environment(os.environ))


def setup(_arguments: Sequence[str]) -> int:
    """Set up for running and testing."""
    system_packages((*QT_PACKAGES, *DESKTOP_TEST_PACKAGES))
    set_up(ROOT, DEV_LOCKS)
    print("Ready. Start the program with: python3 dev.py run", flush=True)
    return 0


def lint(_arguments: Sequence[str]) -> int:
    """Run the checks that read the source."""
    set_up(ROOT, DEV_LOCKS)
    return conclude(lint_checks(ROOT))


def test(arguments: Sequence[str]) -> int:
    """Run every check, the tests among them."""
    system_packages((*QT_PACKAGES, *DESKTOP_TEST_PACKAGES))
    set_up(ROOT, DEV_LOCKS)
    return conclude(*every_check(ROOT, arguments))


def module(name: str, path: str, arguments: Sequence[str]) -> int:
    """Run a module of the project, which has the command's options and help."""
    if not any((ROOT / form).exists() for form in (f"{path}.py", f"{path}/__main__.py")):
        raise SetupError(f"This copy of the project has no {path}, so there is nothing to run.")
    if path.startswith("tests"):
        system_packages((*QT_PACKAGES, *DESKTOP_TEST_PACKAGES))
    venv = set_up(ROOT, DEV_LOCKS)
    os.chdir(ROOT)
    return hand_over([str(program(venv, "python")), "-m", name, *arguments], clean_environment(os.environ))


def mutants(paths: Sequence[str]) -> int:
    """Run mutmut on these files and folders; its settings are in pyproject.toml."""
    line = [str(program(set_up(ROOT, DEV_LOCKS), "mutmut")), "run", "--max-children", "2", *mutant_names(paths)]
    os.chdir(ROOT)
    return hand_over(line, clean_environment(os.environ) | {"HYPOTHESIS_PROFILE": "mutants"})


def mutant_names(paths: Sequence[str]) -> list[str]:
    """The patterns by which mutmut knows the mutants of files and folders."""
    return [path.rstrip("/").removesuffix(".py").replace("/", ".") + ".*" for path in paths]


def lock(arguments: Sequence[str]) -> int:
    """Write the locked lists again: every wheel by hash, for Linux, Windows and macOS, without a
    registry's address.
    """
    uv = program(set_up(ROOT, DEV_LOCKS), "uv")
    form = (
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
        "--only-binary",
        ":all:",
        "--no-emit-index-url",
    )
    for inputs, output in (
        (("runtime.in",), "runtime.txt"),
        (("build.in",), "build.txt"),
        (("runtime.in", "build.in", "dev.in", "-c", "runtime.txt"), "dev.txt"),
    ):
        line = [
            uv,
            "pip",
            "compile",
            *form,
            "--no-annotate",
            "--no-header",
            "--quiet",
            *arguments,
            *inputs,
            "-o",
            output,
        ]
        if subprocess.run(line, cwd=ROOT / "installer" / "requirements", check=False).returncode:
            raise SetupError(f"installer/requirements/{output} was not written; the lines above say why.")
    line = [str(program(ROOT / ".venv", "python")), "-m", "installer.runtimes.inventory", "--write"]
    return wait_for(line, os.environ)


def command(name: str, arguments: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    own = {"run": run, "test": test, "setup": setup, "lint": lint, "mutants": mutants, "lock": lock}
    if name in own:
        return own[name](arguments)
    if name in {"bench", "soak", "screenshots"}:
        return module(f"tests.{name}", f"tests/{name}", arguments)
    if name == "try" and arguments and arguments[0] in TRIALS:
        trial = TRIALS[arguments[0]]
        return module(f"tests.{trial}", f"tests/{trial}", arguments[1:])
    if name in {"package", "publish", "try"}:
        return module("installer", "installer", [name, *arguments])
    if name in {"-h", "--help", "help"}:
        print(USAGE, end="")
        return 0
    print(USAGE, end="", file=sys.stderr)
    if name:
        print(f"dev.py: there is no command {name!r}; those above are all.", file=sys.stderr)
    return 2


def main(arguments: Sequence[str]) -> int:
    """Run the command line; faults of the environment become one line on standard error."""
    try:
        return command(arguments[0] if arguments else "", arguments[1:])
    except SetupError as fault:
        print(f"dev.py: {fault}", file=sys.stderr)
    except OSError as fault:
        print(
            f"dev.py: {fault.strerror or fault}: {fault.filename or ROOT}. Mend that and run the same command again.",
            file=sys.stderr,
        )
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
