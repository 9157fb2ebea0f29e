"""A package that is built with a feed carries its address and its first root."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bridge.updates.packages import BuiltFeed
from installer.release.built_feed import ADDRESS_VARIABLE, ROOT_VARIABLE, write_built_feed
from installer.toolchain.errors import SetupError


def test_both_variables_make_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1.root.json").write_text("{}", encoding="utf-8")
    monkeypatch.setenv(ADDRESS_VARIABLE, "https://shop.example/counterpart")
    monkeypatch.setenv(ROOT_VARIABLE, str(tmp_path / "1.root.json"))
    file = write_built_feed(tmp_path / "made")
    assert file is not None
    assert msgspec.json.decode(file.read_bytes(), type=BuiltFeed) == BuiltFeed("https://shop.example/counterpart", "{}")


@pytest.mark.parametrize("named", [ADDRESS_VARIABLE, ROOT_VARIABLE])
def test_one_alone_ends_the_build_and_none_makes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    for name in (ADDRESS_VARIABLE, ROOT_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    assert write_built_feed(tmp_path) is None
    monkeypatch.setenv(named, str(tmp_path / "nowhere"))
    with pytest.raises(SetupError, match="needs COUNTERPART_FEED"):
        write_built_feed(tmp_path)
