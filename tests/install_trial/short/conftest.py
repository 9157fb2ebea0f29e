"""A root to install a package in."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer.linux.deb import pack
from tests.fakes.free_port import free_port
from tests.install_trial.short.packaged_shop import ANSWERING, INSTALLED, NEW, OLD, USER, LayeredRoot, NoLayers, Shop
from tests.programs import ROOT, SYSTEM_PREFIXES, program


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    """Two versions. Only for root, who installs packages, on Debian."""
    assert qapp
    if not Path("/etc/debian_version").exists() or os.geteuid() != 0:
        pytest.skip("root installs packages, on Debian")
    program("apt-get")
    folder = tmp_path_factory.mktemp("packages")
    frozen = folder / "frozen"
    (frozen / "_internal").mkdir(parents=True)
    shutil.copy(Path(sys.executable).resolve(), frozen / "counterpart")
    for version in (OLD, NEW):
        pack(frozen, version, folder, "none", folder / "making")
    return folder


@pytest.fixture
def shop(tmp_path: Path, packages: Path) -> Iterator[Shop]:
    tmp_path.chmod(0o755)
    for name in ("as-program", "home", "layer"):
        (tmp_path / name).mkdir()
    os.chown(tmp_path / "home", USER, USER)
    # The system's own folders are in the layer; mounted as they are, they would get the package.
    same = {tmp_path, packages, ROOT, Path(sys.prefix), Path(sys.base_prefix)} - set(SYSTEM_PREFIXES)
    try:
        with LayeredRoot(tmp_path / "layer", *sorted(same)) as root:
            shop = Shop(root, tmp_path, packages, free_port())
            shop.use_program(ANSWERING)
            shop.run("sh", "-c", f"echo 'till:x:{USER}:{USER}::/:/bin/sh' >> /etc/passwd; "
                     f"echo 'till:x:{USER}:' >> /etc/group")  # fmt: skip
            was_there = INSTALLED.exists()
            yield shop
            assert INSTALLED.exists() == was_there, "the package was installed on this computer"
    except NoLayers as why:
        pytest.skip(f"no layered root here: {why}")
