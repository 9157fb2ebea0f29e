"""A child is started in a checkout and by an installed program, and gets no secret."""

from __future__ import annotations

import pytest

from service.child_program import ChildProgram

CHILD = ChildProgram("do-it", "some.module")


@pytest.mark.parametrize("program", ["/opt/counterpart/counterpart", "C:/Program Files/Counterpart/counterpartw.exe"])
def test_an_installed_program_starts_itself(program: str) -> None:
    assert CHILD.make_command(program) == [program, "do-it"]


def test_a_checkout_starts_the_module_with_its_interpreter() -> None:
    assert CHILD.make_command("/usr/bin/python3")[-2:] == ["-m", "some.module"]


def test_the_environment_has_nothing_that_was_read_or_set() -> None:
    passed = CHILD.make_environment({"COUNTERPART_KEY": "secret", "LANG": "C", "HOME": "/home/a"})
    assert set(passed) == {"LANG", "PYTHONPATH"}
