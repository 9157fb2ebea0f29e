"""What a mistyped argument does: nothing to the pictures of the docs."""

from __future__ import annotations

import pytest

from tests.screenshots.__main__ import main


@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("--hlep", 2), ("--size=wide", 2)])
def test_an_argument_that_asks_for_no_picture_takes_none(
    argument: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    # No scene has this name, so a program that goes on takes no picture either.
    with pytest.raises(SystemExit) as ended:
        main([argument, "--only=no-such-scene"])
    assert ended.value.code == code
    said = capsys.readouterr()
    assert "usage: python -m tests.screenshots" in said.out + said.err
