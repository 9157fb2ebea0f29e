"""The program as a whole: options everywhere, help, exit codes, and real processes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bridge.cli import command_errors
from bridge.cli.output import display_width, table_lines
from bridge.cli.program import program
from bridge.cli.session import Session
from bridge.system.paths import data_folder, database_file, program_log
from service.version import VERSION
from tests.bridge.cli.cli_data import give_items
from tests.bridge.cli.cli_runner import NOON, Cli

ROOT = Path(__file__).parents[3]
INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""Where a shell began the tests with `&`, every process of theirs ignores Ctrl C at first."""


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """A command line whose data folder is not there yet."""
    return Cli(tmp_path / "data")


def commands(group: click.Group, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield before, group
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)
        else:
            yield (*before, name), command


EVERY = list(commands(program))


def process(folder: Path, *words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the real program."""
    line = [sys.executable, "-m", "bridge", *words]
    surroundings = {**os.environ, "COUNTERPART_DATA_DIR": str(folder), **environment}
    return subprocess.run(line, cwd=ROOT, input=stdin, env=surroundings, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize(("words", "command"), EVERY, ids=[" ".join(words) for words, _ in EVERY])
def test_every_help_has_an_example_of_its_command_and_the_common_options(
    cli: Cli, words: tuple[str, ...], command: click.Command
) -> None:
    output = cli.ok(*words, "-h")
    assert output == cli.ok(*words, "--help")
    assert "Example:\n" in output
    assert all(name in output for name in ("--data-dir", "--shop", "--staging", "--json"))
    assert not cli.folder.exists()
    assert command.help
    assert " ".join(("counterpart", *words)) in (command.epilog or "")


@pytest.mark.parametrize("place", range(3))
def test_common_options_go_before_between_and_after(cli: Cli, place: int, tmp_path: Path) -> None:
    words = ["keys", "create", "Till"]
    words[place:place] = ["--data-dir", str(tmp_path / "elsewhere"), "--shop", "my shop", "--staging", "--json"]
    assert json.loads(cli.ok(*words))["key"].startswith("cp_test_")
    assert database_file(tmp_path / "elsewhere").exists()
    assert not cli.folder.exists()


def test_of_two_shops_the_last_named_counts(cli: Cli) -> None:
    cli.ok("shops", "add", "Sitra")
    cli.json("--shop", "Nope", "keys", "create", "Till", "--shop", "Sitra")
    assert cli.json("keys", "list", "--shop", "My shop") == []


def test_the_environment_names_the_shop_unless_the_option_does(cli: Cli) -> None:
    cli.ok("shops", "add", "Sitra")
    cli.json("keys", "create", "Till", "--shop", "Sitra")
    named = {"COUNTERPART_DATA_DIR": str(cli.folder), "COUNTERPART_SHOP": "Sitra"}
    for words, count in ((["keys", "list"], 1), (["keys", "list", "--shop", "My shop"], 0)):
        ended = CliRunner().invoke(program, [*words, "--json"], obj=Session(cli.clock, named))
        assert len(json.loads(ended.stdout)) == count


def test_the_data_folder_is_chosen_then_the_environments_then_the_usual(tmp_path: Path) -> None:
    environment = {"COUNTERPART_DATA_DIR": str(tmp_path / "env")}
    assert data_folder(tmp_path / "chosen", environment) == tmp_path / "chosen"
    assert data_folder(None, environment) == tmp_path / "env"
    assert data_folder(None, {"COUNTERPART_DATA_DIR": ""}).name.lower() == "counterpart"
    assert data_folder(Path("here"), {}) == Path.cwd() / "here"


def test_version_and_unknown_words(cli: Cli) -> None:
    assert VERSION in cli.ok("--version")
    assert cli.fails("kyes", "list", code=2).startswith("No such command 'kyes'")
    assert cli.fails("keys", "list", "--nope", code=2).startswith("No such option")
    assert "'NAME'" in cli.fails("keys", "create", code=2)


def test_a_data_folder_that_cannot_be_is_told(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    message = cli.fails("keys", "list", "--data-dir", str(tmp_path / "file" / "sub"))
    assert "cannot be made" in message
    assert "--data-dir" in message


@pytest.mark.skipif(os.name != "posix", reason="a folder that somebody is in cannot be removed on Windows")
def test_no_data_folder_ends_in_a_traceback(cli: Cli, tmp_path: Path) -> None:
    assert "is empty" in cli.fails("--data-dir", "", "keys", "list", code=2)
    gone = tmp_path / "gone"
    gone.mkdir()
    line = 'rmdir "$PWD"; exec "$0" -m bridge --data-dir here keys list'
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    for words in (
        ["sh", "-c", line, sys.executable],
        [sys.executable, "-m", "bridge", "--data-dir", "~nobody-at-all/x", "keys", "list"],
    ):
        ended = subprocess.run(words, cwd=gone, env=surroundings, capture_output=True, check=False, timeout=60)
        assert ended.stderr.count(b"\n") <= 1, ended.stderr.decode()
        assert b"Traceback" not in ended.stderr
        gone.mkdir(exist_ok=True)


@pytest.mark.skipif(os.name != "posix", reason="closes a stream as a POSIX shell does")
@pytest.mark.parametrize("stdin", ["<&-", "</dev/null"])
@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        ("orders place -", 1, b"it is empty"),
        ("bundle x.zip", 130, b"Nobody answered, so nothing was done."),
        ("settings backup_encrypted on", 130, b"Nobody answered, so nothing was done."),
    ],
)
def test_without_standard_input_a_command_ends_in_one_sentence(
    cli: Cli, stdin: str, words: str, code: int, expected: bytes
) -> None:
    surroundings = {**os.environ, "COUNTERPART_DATA_DIR": str(cli.folder)}
    line = f'exec "$0" -m bridge {words} {stdin}'
    ended = subprocess.run(
        ["sh", "-c", line, sys.executable], cwd=ROOT, env=surroundings, capture_output=True, check=False, timeout=60
    )
    assert (ended.returncode, expected in ended.stderr.splitlines()[-1]) == (code, True), ended.stderr
    assert b".py" not in ended.stderr
    assert not (ROOT / "x.zip").exists()


def test_a_number_that_is_none_is_told_in_plain_words(cli: Cli) -> None:
    assert cli.fails("log", "show", "x", code=2).startswith("'ID': 'x' is not a valid whole number.")
    assert cli.fails("log", "show", "0", code=2).startswith("'ID': 0 is not in the range 1 to ")


def test_a_database_held_by_another_process_is_told_and_nothing_changes(cli: Cli) -> None:
    cli.ok("keys", "list")
    holder = sqlite3.connect(database_file(cli.folder), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        assert "Another program is holding the database" in cli.fails("keys", "create", "Till")
        assert cli.json("keys", "list") == []
    finally:
        holder.close()
    cli.json("keys", "create", "Till")


def test_a_damaged_database_is_told(cli: Cli) -> None:
    cli.folder.mkdir()
    database_file(cli.folder).write_bytes(b"this is no database at all, not even a small one" * 100)
    assert "damaged" in cli.fails("keys", "list")


def test_a_bug_gets_a_reference_and_its_traceback_goes_to_the_log(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    key = cli.json("keys", "create", "Till")["key"]
    with pytest.raises(ZeroDivisionError) as raised:
        raise ZeroDivisionError(f"with {key}\nin two lines")
    assert command_errors.report_error(raised.value, cli.folder, NOON) == 1
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert key not in output
    log = program_log(cli.folder).read_text(encoding="utf-8")
    reference = output.split("reference ")[1][:8]
    assert f"2026-11-20T12:00:00.000Z ERROR reference {reference}\nTraceback" in log
    assert "ZeroDivisionError" in log
    assert key not in log


def test_interrupts_and_closed_pipes_say_nothing(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_errors.report_error(KeyboardInterrupt(), cli.folder, NOON) == 130
    assert command_errors.report_error(BrokenPipeError(), cli.folder, NOON) == 141
    assert capsys.readouterr().err == ""


def test_arabic_and_wide_cells_are_aligned() -> None:
    rows = [("فحمات", "1"), ("日本", "2"), ("e\u0301", "3")]
    lines = list(table_lines(("A", ">N"), rows))
    assert {display_width(text) for text in lines} == {8}


def test_a_process_makes_private_files_and_speaks_utf8_everywhere(cli: Cli) -> None:
    made = process(
        cli.folder, "keys", "create", "كاشير", "--json", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout.decode("utf-8"))["name"] == "كاشير"
    if os.name == "posix":
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (cli.folder, *cli.folder.iterdir())}
        assert modes.pop("data") == 0o700
        assert set(modes.values()) == {0o600}, modes


def test_a_process_ends_with_the_code_and_one_line(cli: Cli) -> None:
    failed = process(cli.folder, "keys", "revoke", "9")
    assert (failed.returncode, failed.stdout, failed.stderr.count(b"\n")) == (1, b"", 1)
    assert process(cli.folder, "keys", "revoke").returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="bytes that are no text reach a program on POSIX only")
def test_words_that_are_no_text_are_told(cli: Cli) -> None:
    line = [os.fsencode(sys.executable), b"-m", b"bridge", b"keys", b"create", b"\xff"]
    surroundings = {**os.environ, "COUNTERPART_DATA_DIR": str(cli.folder)}
    ended = subprocess.run(line, cwd=ROOT, env=surroundings, capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr.count(b"\n")) == (2, 1)
    assert b"not UTF-8 text" in ended.stderr
    named = subprocess.run(
        [*line[:-3], b"shops", b"list", b"--shop", b"\xff"],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        check=False,
    )
    assert (named.returncode, named.stderr.count(b"\n")) == (2, 1)


@pytest.mark.skipif(os.name != "posix", reason="a closed pipe is told by a signal on POSIX only")
def test_a_reader_that_stops_early_is_no_fault(cli: Cli) -> None:
    give_items(cli, *({"sku": f"S{number}", "name": "N" * 200} for number in range(1_000)))
    line = [sys.executable, "-m", "bridge", "items", "list", "--json"]
    surroundings = {**os.environ, "COUNTERPART_DATA_DIR": str(cli.folder)}
    with subprocess.Popen(line, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == b"[\n"
        running.stdout.close()
        assert (running.stderr.read(), running.wait()) == (b"", 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_one_line(cli: Cli) -> None:
    line = [sys.executable, "-m", "bridge", "shops", "list"]
    surroundings = {**os.environ, "COUNTERPART_DATA_DIR": str(cli.folder)}
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            line, cwd=ROOT, env=surroundings, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert (ended.returncode, ended.stderr.count(b"\n")) == (1, 1)
    assert b"No space left" in ended.stderr


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_ctrl_c_while_an_order_is_typed_ends_silently(cli: Cli) -> None:
    line = [
        sys.executable,
        "-c",
        f"{INTERRUPTIBLE}import bridge.__main__ as main; print('up', flush=True); main.main()",
    ]
    line += ["orders", "place", "-"]
    surroundings = {**os.environ, "COUNTERPART_DATA_DIR": str(cli.folder)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(line, cwd=ROOT, env=surroundings, **pipes) as running:  # type: ignore[call-overload]
        assert running.stdout.readline() == b"up\n"
        wait_until_it_reads(running.pid)
        running.send_signal(signal.SIGINT)
        assert (running.stderr.read(), running.wait()) == (b"", 130)


@pytest.mark.skipif(os.name != "posix", reason="a process that is interrupted is told by its signal on POSIX only")
def test_ctrl_c_while_the_program_loads_ends_silently(cli: Cli) -> None:
    code = f"""{INTERRUPTIBLE}
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == "bridge.cli.program":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
import bridge.__main__
bridge.__main__.main()
"""
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, b"", b"")


def wait_until_it_reads(pid: int) -> None:
    """Until the process sleeps in the kernel:
    it has come to standard input, where nothing will ever be.
    """
    state = Path(f"/proc/{pid}/stat")
    while state.exists() and state.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "S":
        continue
