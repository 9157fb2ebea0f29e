"""The stamp decides between no work, an update, and a new .venv."""

from dataclasses import replace
from pathlib import Path

import pytest

from installer.toolchain.errors import SetupError
from installer.toolchain.stamp import Stamp, program, read_stamp, wanted_stamp, write_stamp

PROJECT = '[project]\nname = "x"\n[tool.ruff]\nline-length = 100\n'


def checkout(folder: Path) -> Path:
    """A folder with what the stamp is made of."""
    (folder / "installer" / "requirements").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    for name in ("runtime.txt", "dev.txt"):
        (folder / "installer" / "requirements" / name).write_text(f"# {name}\n", encoding="utf-8")
    return folder


def finished(root: Path, stamp: Stamp) -> Path:
    """A .venv with that stamp and something in the place of its Python."""
    venv = root / ".venv"
    program(venv, "python").parent.mkdir(parents=True)
    program(venv, "python").touch()
    write_stamp(venv, stamp)
    return venv


def test_a_written_stamp_reads_back_and_covers_what_it_was_made_for(tmp_path: Path) -> None:
    stamp = wanted_stamp(checkout(tmp_path), ["runtime.txt"])
    found = read_stamp(finished(tmp_path, stamp))
    assert found == stamp
    assert found.covers(stamp)


def test_more_locks_than_wanted_cover_and_fewer_do_not(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    few, many = wanted_stamp(root, ["runtime.txt"]), wanted_stamp(root, ["runtime.txt", "dev.txt"])
    assert many.covers(few)
    assert not few.covers(many)
    assert few.grows_into(many)
    assert not many.grows_into(few)


def test_a_changed_lock_is_brought_up_to_date_in_place(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    before = wanted_stamp(root, ["runtime.txt"])
    (root / "installer" / "requirements" / "runtime.txt").write_text("aiohttp==1\n", encoding="utf-8")
    after = wanted_stamp(root, ["runtime.txt"])
    assert not before.covers(after)
    assert not before.grows_into(after)
    assert before.same_base(after)


def test_settings_of_the_checks_do_not_count_but_the_project_does(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    before = wanted_stamp(root, ["runtime.txt"])
    (root / "pyproject.toml").write_text(PROJECT.replace("100", "120"), encoding="utf-8")
    assert before.covers(wanted_stamp(root, ["runtime.txt"]))
    (root / "pyproject.toml").write_text(PROJECT.replace('"x"', '"y"'), encoding="utf-8")
    assert not before.covers(wanted_stamp(root, ["runtime.txt"]))


@pytest.mark.parametrize("change", [{"python": "CPython 3.9 x86_64"}, {"place": "/elsewhere/.venv"}])
def test_another_python_or_another_folder_wants_a_new_one(tmp_path: Path, change: dict[str, str]) -> None:
    wanted = wanted_stamp(checkout(tmp_path), ["runtime.txt"])
    found = Stamp(change.get("python", wanted.python), change.get("place", wanted.place), wanted.project, wanted.locks)
    assert not found.covers(wanted)
    assert not found.same_base(wanted)
    assert not replace(found, locks={}).grows_into(wanted)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"python": 1}', "\0", '{"python":"","place":"","project":"","locks":3}']
)
def test_a_damaged_stamp_is_none(tmp_path: Path, text: str) -> None:
    venv = finished(tmp_path, wanted_stamp(checkout(tmp_path), []))
    (venv / "stamp.json").write_text(text, encoding="utf-8")
    assert read_stamp(venv) is None


def test_a_stamp_without_its_python_is_none(tmp_path: Path) -> None:
    venv = finished(tmp_path, wanted_stamp(checkout(tmp_path), []))
    program(venv, "python").unlink()
    assert read_stamp(venv) is None


def test_a_lock_that_is_missing_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"missing\.txt is missing\. Get a whole copy"):
        wanted_stamp(checkout(tmp_path), ["missing.txt"])
