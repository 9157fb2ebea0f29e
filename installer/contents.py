"""What goes into a package and what not, in both builds (tests/installer/test_contents.py)."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ROOMS: Final = ("service", "ui", "bridge")
"""The project's own packages."""

DATA: Final = (
    "*.sql", "*.svg", "*.png", "*.ico", "*.ttf", "*.qm", "*.json", "*.txt", "LICENSE*", "NOTICE", "*.html", "*.css",
    "*.js",
)  # fmt: skip
"""Files that the project's packages read, or that a licence requires together with them."""

QT_MODULES: Final = ("QtCore", "QtGui", "QtNetwork", "QtPrintSupport", "QtSvg", "QtWidgets")
"""The parts of Qt that the window uses. The platform plugins also need the library of QtDBus."""

QT_TEXTS: Final = ("qtbase_ar.qm",)
"""The translations of Qt's own texts that the window loads (ui.i18n.language)."""

QT_LIBRARIES: Final = (*QT_MODULES, "QtDBus")

PLUGINS: Final = {
    "linux": (
        "iconengines/libqsvgicon.so",
        "imageformats/libqico.so",
        "imageformats/libqsvg.so",
        "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
        "platforminputcontexts/libibusplatforminputcontextplugin.so",
        "platforms/libqminimal.so",
        "platforms/libqoffscreen.so",
        "platforms/libqwayland.so",
        "platforms/libqxcb.so",
        "platformthemes/libqxdgdesktopportal.so",
        "printsupport/libcupsprintersupport.so",
        "wayland-decoration-client/libadwaita.so",
        "wayland-decoration-client/libbradient.so",
        "wayland-shell-integration/libxdg-shell.so",
    ),
    "windows": (
        "iconengines/qsvgicon.dll",
        "imageformats/qico.dll",
        "imageformats/qsvg.dll",
        "platforms/qminimal.dll",
        "platforms/qoffscreen.dll",
        "platforms/qwindows.dll",
        "printsupport/windowsprintersupport.dll",
        "styles/qmodernwindowsstyle.dll",
    ),
    "macos": (
        "iconengines/libqsvgicon.dylib",
        "imageformats/libqico.dylib",
        "imageformats/libqsvg.dylib",
        "platforms/libqcocoa.dylib",
        "platforms/libqminimal.dylib",
        "platforms/libqoffscreen.dylib",
        "styles/libqmacstyle.dylib",
    ),
}
"""The shipped Qt plugins, by system. Nothing uses OpenGL, so its plugins are left out."""

WAYLAND_LIBRARIES: Final = ("QtWaylandClient", "QtXcbQpa")
"""Libraries for the plugins above that only Linux has. Adwaita's window frame needs QtSvg."""

EXCLUDED: Final = (
    "PIL", "_crypt", "_curses", "_curses_panel", "_dbm", "_gdbm", "_pytest", "_testcapi", "_testinternalcapi",
    "_tkinter", "hypothesis", "installer", "jwt", "lxml", "nis", "ossaudiodev",
    "readline", "multidict._testcapi", "mypy", "numpy", "openpyxl", "pip", "pkg_resources", "pydantic",
    "pydantic_core", "pydoc_data", "pygments", "pytest", "rich", "setuptools", "tests", "tkinter",
    "unittest.mock", "wheel", "zstandard._cffi", "zstandard.backend_cffi",
    *(
        f"PySide6.{name}"
        for name in (
            "QtConcurrent", "QtDBus", "QtDesigner", "QtHelp", "QtOpenGL", "QtOpenGLWidgets", "QtQml",
            "QtQuick", "QtQuickControls2", "QtQuickTest", "QtQuickWidgets", "QtSql", "QtSvgWidgets", "QtTest",
            "QtUiTools", "QtXml",
        )
    ),
)  # fmt: skip
"""Tools of the checkout, Qt that the window does not use, and zstandard for other Pythons."""

KEYRING_BACKENDS: Final = (
    "keyring.backends.SecretService",
    "keyring.backends.Windows",
    "keyring.backends.chainer",
    "keyring.backends.fail",
    "keyring.backends.kwallet",
    "keyring.backends.libsecret",
    "keyring.backends.macOS",
    "keyring.backends.null",
)
"""keyring finds these by entry points and its folder's list, which no analysis of imports sees."""

METADATA: Final = (
    "aiohttp", "cryptography", "filelock", "keyring", "msgspec", "psutil", "pyside6_essentials", "sqlite-utils",
    "truststore", "zstandard",
)  # fmt: skip
"""Whose metadata is read at run time: keyring's entry points, versions in the support bundle."""


def is_shipped_plugin(path: PurePath, system: str) -> bool:
    """For a path from Qt's plugins folder; `system` is "linux", "macos" or "windows"."""
    return path.as_posix() in PLUGINS[system]


def has_qt_plugins(path: PurePath) -> bool:
    """Whether a file is in a folder of Qt's plugins.

    apprise has a folder of that name too, and needs all of it.
    """
    return "plugins" in path.parts and "apprise" not in path.parts


def is_data(name: str) -> bool:
    """Whether a file of the project's packages, by its name, is included as data."""
    return any(fnmatch(name, pattern) for pattern in DATA)


def data_files(root: Path) -> list[tuple[str, str]]:
    """Every data file of the project's packages, and its folder inside the package."""
    files = (path for room in ROOMS for path in sorted((root / room).rglob("*")) if path.is_file())
    return [(str(path), path.parent.relative_to(root).as_posix()) for path in files if is_data(path.name)]


def strangers(paths: Iterable[PurePath], system: str) -> list[str]:
    """Files that must not be in a built tree: excluded modules, other parts of Qt or plugins."""
    return sorted(path.as_posix() for path in paths if _is_stranger(path, system))


def _is_stranger(path: PurePath, system: str) -> bool:
    parts = path.parts
    if has_qt_plugins(path):
        own = path.relative_to(PurePath(*parts[: parts.index("plugins") + 1]))
        return not is_shipped_plugin(own, system)
    if "PySide6" in parts and "translations" in parts:
        return path.name not in QT_TEXTS
    framework = next((part for part in parts if part.startswith("Qt") and part.endswith(".framework")), None)
    if framework:
        return framework.removesuffix(".framework") not in QT_LIBRARIES
    stem = path.name.split(".")[0]
    if stem.startswith("_test") and path.suffix in {".so", ".pyd"}:
        return True
    if stem.startswith(("libQt6", "Qt6")):
        return f"Qt{stem.split('Qt6', 1)[1]}" not in (*QT_LIBRARIES, *WAYLAND_LIBRARIES)
    if "PySide6" in parts and stem.startswith("Qt") and path.suffix in {".so", ".pyd"}:
        return stem not in QT_MODULES
    folders = {one.lower() for one in parts[:-1]}
    return bool(folders & {name.lower() for name in EXCLUDED if "." not in name}) or "qml" in folders
