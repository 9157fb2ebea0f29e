"""What is on the screen of Wine, which tells no screen reader: the pages of the set-up are asked of
Windows, the program's window of the program itself.
"""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from installer.surroundings import BUILD, run
from installer.toolchain.errors import SetupError
from installer.windows.launchers import COMPILER
from tests.desktop import inspection
from tests.desktop.inspection import VisibleWidget

if TYPE_CHECKING:
    from installer.windows.wine_prefix import WinePrefix

_SOURCE: Final = r"""
#include <windows.h>
#include <stdio.h>
#define MOST 400
static BOOL CALLBACK list(HWND window, LPARAM is_child)
{
    wchar_t kind[MOST], text[MOST] = L"";
    char bytes[3 * MOST];
    RECT at;

    if (!IsWindowVisible(window))
        return TRUE;
    GetClassNameW(window, kind, MOST);
    if (!is_child && wcscmp(kind, L"#32770") != 0)
        return TRUE;
    SendMessageTimeoutW(window, WM_GETTEXT, MOST, (LPARAM)text, SMTO_ABORTIFHUNG, 2000, NULL);
    for (wchar_t *one = text; *one; one++)
        if (*one < L' ')
            *one = L' ';
    GetWindowRect(window, &at);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, NULL, NULL);
    printf("%ls\t%ld\t%ld\t%ld\t%ld\t%d\t%s\n", kind, at.left, at.top, at.right - at.left, at.bottom - at.top,
           IsWindowEnabled(window), bytes);
    if (!is_child)
        EnumChildWindows(window, list, 1);
    return TRUE;
}
int wmain(void)
{
    EnumWindows(list, 0);
    return 0;
}
"""
_KINDS: Final = {"Button": "QAbstractButton", "Static": "QLabel", "Edit": "QLineEdit"}
_FIELDS: Final = 7
_CONNECTS_S: Final = 180.0
_ANSWER_S: Final = 60.0
_SEARCH_PATH: Final = "C:\\trial\nimport site\n"
"""Lets Python import the modules that report."""
_REPORTER: Final = """
import sys, threading, time

def report():
    while (widgets := sys.modules.get("PySide6.QtWidgets")) is None or not hasattr(widgets, "QApplication"):
        time.sleep(0.05)
    while widgets.QApplication.instance() is None:
        time.sleep(0.05)
    import socket, inspection
    inspection.listen(socket.create_connection(("127.0.0.1", {port})))

if sys.executable.lower().endswith("counterpartw.exe"):
    threading.Thread(target=report, daemon=True).start()
"""
"""Is imported by each Python as it starts. It imports no Qt before the program does."""


class SetUpReader:
    """Asks Windows for the dialogs in sight and their controls."""

    def __init__(self, wine: WinePrefix) -> None:
        work = BUILD / "trial" / "controls"
        work.mkdir(parents=True, exist_ok=True)
        (work / "controls.c").write_text(_SOURCE, encoding="ascii")
        self._wine, self._program = wine, wine.prefix / "drive_c" / "controls.exe"
        run([COMPILER, "-municode", "-s", "-o", self._program, work / "controls.c"])

    def read_widgets(self) -> list[VisibleWidget]:
        return parse_controls(self._wine.run(self._program)[1])[::-1]


def parse_controls(listed: str) -> list[VisibleWidget]:
    """The controls that the program above lists, a line each."""
    rows = (line.rstrip("\r").split("\t", _FIELDS - 1) for line in listed.split("\n"))
    return [_describe(row) for row in rows if len(row) == _FIELDS]


def _describe(row: list[str]) -> VisibleWidget:
    """A letter's mark for the keyboard is not part of a name."""
    kind, x, y, width, height, enabled, text = row
    return VisibleWidget(
        kinds=[_KINDS.get(kind, kind)], words=[text.replace("&", "")], at=(int(x), int(y), int(width), int(height)),
        enabled=enabled == "1", checked=False, focus=False, whole=True, covered=False, window="",
    )  # fmt: skip


class ProgramReader:
    """Asks the program that is started after `__init__`."""

    def __init__(self, wine: WinePrefix, version: Path) -> None:
        """`version` is the folder of the installed version, which gets a longer search path."""
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(_CONNECTS_S)
        self._channel: socket.socket | None = None
        folder = wine.prefix / "drive_c" / "trial"
        folder.mkdir()
        shutil.copy(inspection.__file__, folder)
        port = self._server.getsockname()[1]
        (folder / "sitecustomize.py").write_text(_REPORTER.format(port=port), encoding="ascii")
        (path_file,) = (version / "runtime").glob("python3*._pth")
        with path_file.open("a", encoding="ascii") as file:
            file.write(_SEARCH_PATH)

    def read_widgets(self) -> list[VisibleWidget]:
        """SetupError if the program does not answer."""
        try:
            return cast("list[VisibleWidget]", json.loads(self._ask()))
        except OSError as error:
            raise SetupError(f"The program in Wine does not say what is on its screen: {error}.") from error

    def close(self) -> None:
        """Ask no more."""
        if self._channel is not None:
            self._channel.close()
        self._server.close()

    def _ask(self) -> str:
        if self._channel is None:
            self._channel, _ = self._server.accept()
            self._channel.settimeout(_ANSWER_S)
        self._channel.sendall(b"widgets\n")
        received = b""
        while not received.endswith(b"\n"):
            part = self._channel.recv(65536)
            if not part:
                raise OSError("it has ended")
            received += part
        return received.decode()
