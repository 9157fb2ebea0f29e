"""A small Debian package of this checkout, in a layered root with a shop's user.

The package is made by the same code as the real one, with the same scripts, and real dpkg and apt
install it. Only its program is small, in the place of the frozen folder, whose build takes minutes:
this Python, which answers `/health` alone or is the whole program from the checkout's own source.
`dev.py try linux` tries the real one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

import psutil

from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import wait_until
from tests.programs import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

_LAY: Final = """
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
root="$1/root"
shift
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
for folder in "$@"; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    parent="$folder"
    while [ "$parent" != / ]; do
        parent=$(dirname "$parent")
        chmod a+x "$root$parent"
    done
done
: > "$root/var/lib/dpkg/triggers/File"
exec chroot "$root" "$PYTHON" -SEc 'import signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
sys.stdin.read()'
"""
"""The folder for the layer, then those that are the same inside. Every user may enter what is above
them. No trigger of another package runs. The first process lets children go and ends with its
input, and everything inside with it.
"""
OLD, NEW = "0.1.0", "0.2.0"
USER = 12345
ANSWERING = """
import sys
from pathlib import Path
place = Path(sys.executable).resolve()
if place.name == "counterpart":
    from http.server import BaseHTTPRequestHandler, HTTPServer
    class Health(BaseHTTPRequestHandler):
        def do_GET(self):
            self.wfile.write(b'HTTP/1.0 200 OK\\r\\n\\r\\n{"version": "%s"}' % place.parent.name.encode())
        def log_message(self, *words):
            pass
    port = sys.orig_argv[sys.orig_argv.index("--port") + 1]
    HTTPServer(("127.0.0.1", int(port)), Health).serve_forever()
"""
"""Lets a Python called `counterpart` say which version it is. The whole program takes ten times as
long to start, and the scripts of the package only start and end it.
"""
AS_PROGRAM = """
import os, sys
from pathlib import Path
place = Path(sys.executable).resolve()
if place.name == "counterpart":
    import service.version
    service.version.VERSION = place.parent.name
    sys.argv = ["counterpart", *(word for word in sys.orig_argv[1:] if word != "-B")]
    from bridge.__main__ import main
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code or 0
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
"""
"""Lets a Python called `counterpart` be the program, in the version that its folder names. `-B` is
an option before the command.
"""
INSTALLED = Path("/usr/lib/counterpart")
PROCESSES = "for one in /proc/[0-9]*; do case $(readlink $one/exe) in /usr/lib/counterpart/*)"


class NoLayers(Exception):
    """Layers or separate processes are not allowed to this user here."""


class LayeredRoot:
    """`work` is an empty folder, `same` are folders that are the same inside as outside."""

    def __init__(self, work: Path, *same: Path) -> None:
        self._line = [
            "unshare", "--mount", "--pid", "--fork", "sh", "-c", _LAY, "sh", *(str(folder) for folder in (work, *same)),
        ]  # fmt: skip
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        """Raises NoLayers."""
        self._first = subprocess.Popen(
            self._line, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PYTHON": sys.executable},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        said = self._first.stdout.readline() if self._first.stdout else ""
        if said != "ready\n":
            self._first.communicate()
            raise NoLayers(said.strip())
        self._inside = psutil.Process(self._first.pid).children()[0].pid
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._first.communicate()
        for started in self._started:
            started.wait()

    def line(self, *words: str) -> list[str]:
        """A command line that runs inside, from its root folder."""
        return ["nsenter", f"--target={self._inside}", "--mount", "--pid", "--root", "--wd", *words]

    def run(self, *words: str, variables: Mapping[str, str]) -> tuple[int, str]:
        """Run inside to the end; exit code and output."""
        done = subprocess.run(
            self.line(*words), env=dict(variables), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def start(self, *words: str, variables: Mapping[str, str]) -> None:
        """Start inside, without output."""
        self._started.append(
            subprocess.Popen(
                self.line(*words), env=dict(variables), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )  # fmt: skip


@dataclass(frozen=True)
class Shop:
    """A root with nothing of the program, the packages, and a user with a home folder."""

    root: LayeredRoot
    folder: Path
    packages: Path
    port: int

    def variables(self) -> dict[str, str]:
        found = [str(self.folder / "as-program"), str(ROOT), *(word for word in sys.path if "site-packages" in word)]
        return {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(self.folder / "home"),
            "PYTHONHOME": sys.base_prefix, "PYTHONPATH": ":".join(found), "DEBIAN_FRONTEND": "noninteractive",
            "COUNTERPART_VAULT_PASSPHRASE": "a trial's own", "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip

    def run(self, *words: str) -> str:
        code, said = self.root.run(*words, variables=self.variables())
        assert code == 0, said
        return said

    def as_user(self, *words: str) -> list[str]:
        return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *words]

    def package(self, version: str) -> Path:
        return next(self.packages.glob(f"counterpart_{version}_*.deb"))

    def use_program(self, text: str) -> None:
        """What runs as the program from now on."""
        (self.folder / "as-program" / "sitecustomize.py").write_text(text, encoding="ascii")

    def make_key(self) -> str:
        """A key of the user's shop."""
        return str(json.loads(self.run(*self.as_user("counterpart", "keys", "create", "Till", "--json")))["key"])

    def version(self) -> object:
        try:
            return ApiCaller(f"http://127.0.0.1:{self.port}").get("/health").get("version")
        except OSError:
            return None

    def await_version(self, version: str | None) -> None:
        wait_until(f"{version} answers", lambda: self.version() == version)

    def users_of_the_program(self) -> set[str]:
        said = self.run("sh", "-c", f"{PROCESSES} sed -n 's/^Uid:.//p' $one/status | cut -f 1;; esac; done")
        return set(said.split())

    def files_of_the_program(self) -> str:
        folders = ("/etc", "/run", "/usr/bin", "/usr/lib/counterpart", "/usr/lib/systemd", "/usr/share", "/var/lib")
        _, said = self.root.run("find", *folders, "-iname", "*counterpart*", variables=self.variables())
        return "\n".join(line for line in said.splitlines() if not line.startswith("find: "))

    def program(self) -> list[int]:
        """The process numbers of the program, from the first to the last."""
        said = self.run("sh", "-c", f"{PROCESSES} echo ${{one#/proc/}};; esac; done")
        return sorted(map(int, said.split()))

    def serve(self, version: str, variables: Mapping[str, str] = MappingProxyType({})) -> None:
        """Install that version, and start its service as the shop's user."""
        self.run("dpkg", "--install", str(self.package(version)))
        line = self.as_user("counterpart", "serve", "--port", str(self.port))
        self.root.start(*line, variables={**self.variables(), **variables})
        self.await_version(version)

    def put_tool(self, name: str, script: str) -> None:
        """What dpkg and the scripts of packages find in the place of a tool of the system."""
        (self.folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="ascii")
        (self.folder / name).chmod(0o755)
        self.run("cp", str(self.folder / name), "/usr/local/bin")

    def dpkg(self, *words: str) -> tuple[int, str]:
        """Run dpkg with the tools that were put in place; exit code and output."""
        return self.root.run("dpkg", *words, variables=self._with_tools())

    def start_dpkg(self, *words: str) -> None:
        """Start dpkg with the tools that were put in place."""
        self.root.start("dpkg", *words, variables=self._with_tools())

    def _with_tools(self) -> dict[str, str]:
        return self.variables() | {"PATH": f"/usr/local/bin:{self.variables()['PATH']}"}
