"""The Python of the Debian package: its name changes with what it is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from installer.contents import EXCLUDED
from installer.linux.own_python import LEFT_OUT, PREFIX, SOURCE, is_packaging_python, need_plain_folder, recipe
from installer.toolchain.errors import SetupError


def test_the_recipe_is_the_same_for_the_same_locks() -> None:
    assert recipe() == recipe()
    assert len(recipe()) == 16


def test_no_module_is_left_out_that_a_package_has() -> None:
    assert set(LEFT_OUT) <= set(EXCLUDED)


def test_a_checkout_is_not_built_for_a_folder_of_its_own() -> None:
    assert not SOURCE.is_absolute(), "Python's library holds this path"
    assert PREFIX.startswith("/opt/"), "the folder is the same wherever it is compiled"
    assert not is_packaging_python(), "the tests run in the checkout's own environment"


def test_a_folder_with_a_space_is_named_before_anything_is_compiled() -> None:
    need_plain_folder(Path("/home/builder/counterpart/build"))
    with pytest.raises(SetupError, match="Move the checkout to a folder without spaces"):
        need_plain_folder(Path("/home/builder/my shop/build"))
