"""The list of what is imported late is the code's own, and nothing on it is missing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.import_check import (
    INSIDE_LIBRARIES,
    LIBRARIES,
    ON_LINUX,
    ON_WINDOWS,
    OURS,
    lazy_modules,
    missing_modules,
    missing_texts,
    versions,
)
from installer.contents import ROOMS
from installer.surroundings import ROOT

HERSELF = "bridge.import_check"


def late_imports(text: str) -> Iterator[str]:
    """The modules that functions of a source import."""
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for node in (inner for function in functions for inner in ast.walk(function)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (module_of(node.module, alias.name) for alias in node.names)


def module_of(module: str, name: str) -> str:
    """`from a import b` means the module a.b where there is one, else a."""
    return f"{module}.{name}" if (ROOT / module.replace(".", "/") / f"{name}.py").exists() else module


def test_the_list_names_exactly_what_functions_of_the_program_import() -> None:
    texts = (path.read_text(encoding="utf-8") for room in ROOMS for path in Path(ROOT / room).rglob("*.py"))
    found = {name for text in texts for name in late_imports(text)} - {HERSELF}
    commands = {name for name in found if name.startswith("bridge.cli.")} - {*OURS, *ON_WINDOWS}
    assert commands == set()
    assert found == {*OURS, *LIBRARIES, *ON_LINUX, *ON_WINDOWS}


def test_a_function_in_a_class_and_a_module_of_a_package_are_found() -> None:
    text = "class A:\n    def go(self):\n        from bridge.cli import pairing_code\n        import pyodbc\n"
    assert set(late_imports(text)) == {"bridge.cli.pairing_code", "pyodbc"}


def test_each_system_has_its_own_modules_and_all_have_the_commands() -> None:
    windows, linux = lazy_modules("win32"), lazy_modules("linux")
    assert set(windows) - set(linux) == set(ON_WINDOWS)
    assert set(linux) - set(windows) == set(ON_LINUX)
    assert {"bridge.cli.update_commands", *INSIDE_LIBRARIES} <= set(windows)


@pytest.mark.parametrize("fault", [ImportError("no such library"), OSError("a DLL is missing")])
def test_what_cannot_be_imported_is_named_with_its_reason(fault: Exception) -> None:
    def load(name: str) -> object:
        if name == "b":
            raise fault
        return name

    assert missing_modules(["a", "b", "c"], load) == {"b": f"{type(fault).__name__}: {fault}"}


def test_nothing_that_is_imported_late_is_missing_here() -> None:
    libraries = [name for name in lazy_modules() if not name.startswith(("bridge", "PySide6", "apprise"))]
    assert missing_modules(libraries) == {}


def test_the_versions_are_of_what_a_package_carries() -> None:
    found = versions()
    assert list(found) == ["SQLite", "OpenSSL", "expat", "Qt", "Python", "OpenSSL of cryptography"]
    assert all(text.count(".") == 2 for text in found.values()), found


def test_translations_that_are_missing_are_named(tmp_path: Path) -> None:
    texts, ours = tmp_path / "qtbase_ar.qm", tmp_path / "ar.qm"
    ours.touch()
    assert missing_texts(texts, ours) == {"qtbase_ar.qm": f"no file {texts}"}
    texts.touch()
    assert missing_texts(texts, ours) == {}
