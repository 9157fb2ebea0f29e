"""The pages of the set-up in Wine: the controls of its windows, as Windows lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from installer.surroundings import BUILD, run
from installer.windows.launchers import COMPILER
from tests.install_trial.screen_reader import ScreenElement, TextMatch, choose_element

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
_ROLES: Final = {"Button": "push button", "Static": "label", "Edit": "text"}
_FIELDS: Final = 7


class SetUpReader:
    """Asks Windows for the dialogs in sight and their controls."""

    def __init__(self, wine: WinePrefix) -> None:
        work = BUILD / "trial" / "controls"
        work.mkdir(parents=True, exist_ok=True)
        (work / "controls.c").write_text(_SOURCE, encoding="ascii")
        self._wine, self._program = wine, wine.prefix / "drive_c" / "controls.exe"
        run([COMPILER, "-municode", "-s", "-o", self._program, work / "controls.c"])

    def read_elements(self) -> list[ScreenElement]:
        """All that is in sight."""
        return parse_controls(self._wine.run(self._program)[1])

    def find(self, words: TextMatch, *roles: str) -> ScreenElement | None:
        """The thing that says so; of several, the one that came last."""
        return choose_element(self.read_elements(), words, roles)


def parse_controls(listed: str) -> list[ScreenElement]:
    """The controls that the program above lists, a line each."""
    rows = (line.rstrip("\r").split("\t", _FIELDS - 1) for line in listed.split("\n"))
    return [_element(row) for row in rows if len(row) == _FIELDS]


def _element(row: list[str]) -> ScreenElement:
    """A letter's mark for the keyboard is not part of a name."""
    kind, x, y, width, height, enabled, text = row
    place = (int(x), int(y), int(width), int(height))
    return ScreenElement(text.replace("&", ""), _ROLES.get(kind, kind), place, enabled=enabled == "1", checked=False)
