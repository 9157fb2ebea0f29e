"""A version is tried on empty data, and says nothing where this program speaks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.updates.health_probe import try_program


@pytest.mark.skipif(os.name != "posix", reason="a script is the program")
def test_what_a_version_prints_while_it_is_tried_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "counterpart"
    program.write_text(
        "#!/bin/sh\necho 'Make a key for your till'\necho 'It is broken.' >&2\nexit 3\n", encoding="utf-8"
    )
    program.chmod(0o755)
    assert try_program(program, "0.2.0") == "it ended with 3"
    assert capfd.readouterr() == ("", "It is broken.\n")
