"""A program in Wine that has a file open, so that no other can write, move or remove it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from installer.surroundings import BUILD, run
from installer.toolchain.errors import SetupError
from installer.windows.launchers import COMPILER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from installer.windows.wine_prefix import WinePrefix

HELD: Final = "held"
_SOURCE: Final = f"""\
#include <windows.h>
#include <stdio.h>
int wmain(int count, wchar_t **words)
{{
    for (int i = 1; i < count; i++)
        if (CreateFileW(words[i], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL) == INVALID_HANDLE_VALUE)
            return 1;
    puts("{HELD}");
    fflush(stdout);
    Sleep(INFINITE);
}}
"""


@contextmanager
def hold_files(wine: WinePrefix, *files: Path) -> Iterator[None]:
    """Hold files of drive C open. SetupError if one cannot be opened."""
    work = BUILD / "trial" / "holder"
    work.mkdir(parents=True, exist_ok=True)
    (work / "holder.c").write_text(_SOURCE, encoding="ascii")
    program = wine.prefix / "drive_c" / "holder.exe"
    if not program.exists():
        run([COMPILER, "-municode", "-s", "-o", program, work / "holder.c"])
    with wine.start(program, *map(wine.path, files)) as holder:
        try:
            if holder.stdout is None or holder.stdout.readline().strip() != HELD:
                raise SetupError(f"{', '.join(map(str, files))} could not be opened in Wine.")
            yield
        finally:
            holder.kill()
