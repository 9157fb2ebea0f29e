"""A separate Wine prefix, and what Wine 8 lacks for this program. Nothing of it goes into the
set-up.

Wine is not Windows: it proves that the parts fit together, not how Windows itself treats them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Final

from installer.surroundings import BUILD, run
from installer.toolchain.errors import SetupError
from installer.windows.launchers import COMPILER

ICU_NAMES: Final = (
    "cbFromUWriteUChars", "cbToUWriteUChars", "close", "countAvailable", "fromUCountPending", "fromUnicode",
    "getAvailableName", "getFromUCallBack", "getMaxCharSize", "getName", "getStandardName", "getToUCallBack", "open",
    "reset", "setFromUCallBack", "setToUCallBack", "toUCountPending", "toUnicode", "getAlias", "countAliases",
)  # fmt: skip
"""What Qt6Core imports of Windows' own icuuc.dll."""

MISSING_LIBRARIES: Final = {
    "icuuc.dll": "\n".join(f"__declspec(dllexport) int ucnv_{name}(void) {{ return 0; }}" for name in ICU_NAMES),
    "api-ms-win-core-winrt-error-l1-1-1.dll": "__declspec(dllexport) int "
    "RoOriginateLanguageException(void) { return 0; }",
    "bcryptprimitives.dll": "#include <windows.h>\n#include <ntsecapi.h>\n"
    "__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) "
    "{ return RtlGenRandom(data, (ULONG)size); }",
}
"""Windows libraries that Wine 8 does not have, in C."""

_LEFT_OUT: Final = "mscoree,mshtml=;_wmi.pyd="
"""Libraries that are not loaded: Python asks for Windows' version by _wmi, which crashes Wine 8."""

_LIMIT_S: Final = 900.0
"""A busy computer needs minutes for what takes seconds alone."""

_LAST_WORDS_S: Final = 2.0
_SERVICE_BEGINS_MS: Final = 30_000


class WinePrefix:
    """A prefix in a temporary folder; `close` ends its programs and removes it."""

    def __init__(self, display: str = "") -> None:
        """SetupError without Wine. Without a display there are no windows; `serve` needs none."""
        if shutil.which("wine") is None:
            raise SetupError("Trying the set-up needs Wine: apt-get install wine wine64")
        self.prefix = Path(tempfile.mkdtemp(prefix="counterpart-wine-"))
        self.environment = {
            **os.environ, "WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": _LEFT_OUT,
            "DISPLAY": display, "LC_ALL": "C.UTF-8",
        }  # fmt: skip
        # Otherwise the server and its services end after each command, and the next one starts
        # them again.
        subprocess.run(["wineserver", "-p"], env=self.environment, check=True)
        # `wineboot -i` would start a second service manager, which knows half of the services.
        subprocess.run(["wine", "wineboot"], env=self.environment, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=_LIMIT_S, check=True)  # fmt: skip
        self._allow_time_for_services()
        self.run("winecfg", "-v", "win10")
        for name, source in MISSING_LIBRARIES.items():
            _compile_stub(source, self.prefix / "drive_c" / "windows" / "system32" / name)
        user = next(one for one in (self.prefix / "drive_c" / "users").iterdir() if one.name != "Public")
        self.local = user / "AppData" / "Local"
        self.menu = user / "AppData" / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs"

    def run(self, *words: str | Path) -> tuple[int, str]:
        """Run a program to its end; return exit code and output. Programs that it started go on and
        may hold its output open. SetupError if it does not end.
        """
        return self.finish(self.start(*words))

    def finish(self, process: subprocess.Popen[str]) -> tuple[int, str]:
        """The same for a program that was started."""
        lines: list[str] = []
        reader = threading.Thread(target=lambda: lines.extend(process.stdout or ()), daemon=True)
        reader.start()
        try:
            code = process.wait(_LIMIT_S)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise SetupError(f"{process.args!r} did not end in Wine within {_LIMIT_S:.0f} s.") from error
        reader.join(_LAST_WORDS_S)
        return code, "".join(lines)

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        """Its output is a pipe, as Wine 8 gives Python no handle for a file or a null device."""
        return subprocess.Popen(
            ["wine", *map(str, words)], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip

    def _allow_time_for_services(self) -> None:
        """Gives a service as long to begin as Windows does; Wine's 10 s are too short on a busy
        computer. Wine reads it when it starts.
        """
        self.run("reg", "add", r"HKLM\System\CurrentControlSet\Control", "/v", "ServicesPipeTimeout",
                 "/t", "REG_SZ", "/d", str(_SERVICE_BEGINS_MS), "/f")  # fmt: skip
        self.cut_power()

    def cut_power(self) -> None:
        """End every program at once, without a notice. The next one starts Wine again."""
        for option in ("-k", "-w", "-p"):
            subprocess.run(["wineserver", option], env=self.environment, check=False, timeout=_LIMIT_S)

    def registry(self, key: str) -> str:
        """The values of a key of the user's registry; empty if there are none."""
        code, output = self.run("reg", "query", f"HKCU\\{key}")
        return output if code == 0 else ""

    def path(self, file: Path) -> str:
        """The name that programs inside use for a file of drive C."""
        return "C:\\" + str(file.relative_to(self.prefix / "drive_c")).replace("/", "\\")

    def close(self) -> None:
        """End its programs and remove it."""
        subprocess.run(["wineserver", "-k"], env=self.environment, check=False)
        subprocess.run(["wineserver", "-w"], env=self.environment, check=False, timeout=_LIMIT_S)
        shutil.rmtree(self.prefix, ignore_errors=True)


def _compile_stub(source: str, file: Path) -> None:
    work = BUILD / "windows" / "stubs"
    work.mkdir(parents=True, exist_ok=True)
    code = work / f"{file.stem}.c"
    code.write_text(source + "\n", encoding="ascii")
    run([COMPILER, "-shared", "-s", "-o", file, code, "-ladvapi32"])
