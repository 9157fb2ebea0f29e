"""What goes into the packages: the lists, and the built trees if there are any."""

from __future__ import annotations

import re
from pathlib import Path, PurePath

import pytest

from installer.contents import EXCLUDED, PLUGINS, QT_MODULES, ROOMS, data_files, is_data, strangers
from installer.linux.freeze import OUT, belongs
from installer.surroundings import ROOT
from installer.windows.setup import TREE, is_used

IMPORTED = re.compile(r"^\s*(?:from|import) PySide6\.(\w+)", re.MULTILINE)


def imported_qt() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return {name for text in texts for name in IMPORTED.findall(text)}


def test_just_the_qt_modules_that_the_window_imports_are_shipped() -> None:
    assert set(QT_MODULES) == imported_qt()
    assert not {f"PySide6.{name}" for name in imported_qt()} & set(EXCLUDED)


def test_every_file_that_the_program_reads_goes_along() -> None:
    folders = {folder for _, folder in data_files(ROOT)}
    assert {
        "service/store/engine",
        "ui/i18n",
        "ui/theme/fonts",
        "ui/theme/icons",
        "ui/theme/marks",
        "ui/theme/tray",
    } <= folders
    assert is_data("schema.sql")
    assert not is_data("window.py")


@pytest.mark.parametrize(
    "path",
    [
        "_internal/PySide6/Qt/lib/libQt6Quick.so.6",
        "_internal/PySide6/QtTest.abi3.so",
        "PySide6/Qt6Pdf.dll",
        "PySide6/QtSql.pyd",
        "_internal/PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "_internal/PySide6/Qt/qml/QtQuick/qmldir",
        "_internal/pydantic/main.py",
        "hypothesis/core.py",
        "pip/__init__.py",
        "multidict/_testcapi.cp313-win_amd64.pyd",
        "PySide6/Qt/lib/QtQuick.framework/Versions/A/QtQuick",
    ],
)
def test_what_is_not_used_is_a_stranger(path: str) -> None:
    assert strangers([PurePath(path)], "linux") == [path]


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_the_plugins_listed_and_the_qt_in_use_are_none(system: str) -> None:
    paths = [PurePath("PySide6/plugins", plugin) for plugin in PLUGINS[system]]
    paths += [PurePath(f"PySide6/{name}.pyd") for name in QT_MODULES]
    paths += [PurePath(f"_internal/PySide6/Qt/lib/lib{name.replace('Qt', 'Qt6', 1)}.so.6") for name in QT_MODULES]
    paths += [PurePath(f"PySide6/Qt/lib/{name}.framework/Versions/A/{name}") for name in QT_MODULES]
    assert strangers(paths, system) == []


@pytest.mark.parametrize("system", ["linux", "windows"])
def test_the_plugins_of_alerts_are_no_strangers_and_belong(system: str) -> None:
    plugin = PurePath("apprise/plugins/ntfy.py")
    assert strangers([plugin, PurePath("_internal") / plugin], system) == []
    assert belongs(plugin, "/venv/apprise/plugins/ntfy.py")
    assert is_used(plugin)


@pytest.mark.parametrize("folder", ["PySide6/translations", "_internal/PySide6/Qt/translations"])
def test_of_the_translations_of_qt_the_arabic_one_is_shipped(folder: str) -> None:
    texts, others = (
        PurePath(folder, "qtbase_ar.qm"),
        [PurePath(folder, f"{name}.qm") for name in ("qtbase_de", "qt_ar")],
    )
    assert strangers([texts, *others], "macos") == sorted(other.as_posix() for other in others)
    assert [belongs(path, f"/venv/{path}") for path in (texts, *others)] == [True, False, False]


def test_libraries_of_the_system_are_left_to_the_system() -> None:
    assert not belongs(PurePath("libxcb.so.1"), "/lib/x86_64-linux-gnu/libxcb.so.1")
    assert belongs(PurePath("libssl.so.3"), "/lib/x86_64-linux-gnu/libssl.so.3")
    assert belongs(PurePath("libpython3.13.so.1.0"), "/usr/lib/x86_64-linux-gnu/libpython3.13.so.1.0")
    own = "lib-dynload/_ssl.cpython-313-x86_64-linux-gnu.so"
    assert belongs(PurePath(own), f"/usr/lib/python3.13/{own}"), "Debian's Python has its own modules below /usr/lib"
    assert belongs(PurePath("aiohttp/_http_parser.so"), "/venv/aiohttp/_http_parser.so")


def test_of_the_wheels_for_windows_only_what_runs_is_used() -> None:
    assert is_used(PurePath("PySide6/Qt6Core.dll"))
    assert is_used(PurePath("PySide6/translations/qtbase_ar.qm"))
    assert not is_used(PurePath("PySide6/translations/qtbase_de.qm"))
    assert is_used(PurePath("pycparser/c_ast.py")), "pywin32-ctypes reads declarations by cffi, and that by pycparser"
    assert is_used(PurePath("keyring-25.7.0.dist-info/entry_points.txt"))
    for path in ("PySide6/Qt6Quick.dll", "PySide6/designer.exe", "PySide6/opengl32sw.dll", "PySide6/QtCore.pyi",
                 "pip/__main__.py", "psutil/tests/test_all.py", "multidict/_testcapi.cp313-win_amd64.pyd"):  # fmt: skip
        assert not is_used(PurePath(path)), path


@pytest.mark.parametrize(("system", "tree"), [("linux", OUT / "counterpart"), ("windows", TREE / "library")])
def test_nothing_strange_is_in_a_built_tree(system: str, tree: Path) -> None:
    if not tree.exists():
        pytest.skip(f"there is no build for {system}")
    assert strangers((path.relative_to(tree) for path in tree.rglob("*") if path.is_file()), system) == []
