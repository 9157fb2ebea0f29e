"""The Debian package in short: built, installed, started, called, upgraded, returned and removed.

The package is made by the same code as the real one, with the same scripts, and real dpkg and apt
install it. Only its program is small: this Python and the checkout's own source, in the place of
the frozen folder, whose build takes minutes. `dev.py try linux` tries the real one.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from installer.linux.deb import pack
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.layered_root import LayeredRoot, NoLayers
from tests.install_trial.trial_checks import wait_until
from tests.programs import ROOT, SYSTEM_PREFIXES, program

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(
        not Path("/etc/debian_version").exists() or os.geteuid() != 0, reason="root installs packages, on Debian"
    ),
]

OLD, NEW = "0.1.0", "0.2.0"
USER = 12345
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
OTHER = "/usr/bin/cat"
SEEN_AS_OURS = f"""#!/bin/sh
case "$(/usr/bin/readlink "$@")" in
    {OTHER}) echo /usr/lib/counterpart/{OLD}/counterpart;;
    *) exec /usr/bin/readlink "$@";;
esac
"""
INSTALLED = Path("/usr/lib/counterpart")
PROCESSES = "for one in /proc/[0-9]*; do case $(readlink $one/exe) in /usr/lib/counterpart/*)"
IN_GROUP = f"{PROCESSES} mount --bind {{groups}} $one/cgroup;; esac; done"


@dataclass(frozen=True)
class Shop:
    """A root with nothing of the program, the packages, and a user with a home folder."""

    root: LayeredRoot
    folder: Path
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
        return next((self.folder / "packages").glob(f"counterpart_{version}_*.deb"))

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


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    program("apt-get")
    frozen = tmp_path / "frozen"
    (frozen / "_internal").mkdir(parents=True)
    shutil.copy(Path(sys.executable).resolve(), frozen / "counterpart")
    for version in (OLD, NEW):
        pack(frozen, version, tmp_path / "packages", "none", tmp_path / "making")
    tmp_path.chmod(0o755)
    for name in ("as-program", "home", "layer"):
        (tmp_path / name).mkdir()
    (tmp_path / "as-program" / "sitecustomize.py").write_text(AS_PROGRAM, encoding="ascii")
    os.chown(tmp_path / "home", USER, USER)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    # The system's own folders are in the layer; mounted as they are, they would get the package.
    same = {tmp_path, ROOT, Path(sys.prefix), Path(sys.base_prefix)} - set(SYSTEM_PREFIXES)
    try:
        with LayeredRoot(tmp_path / "layer", *sorted(same)) as root:
            shop = Shop(root, tmp_path, port)
            shop.run("sh", "-c", f"echo 'till:x:{USER}:{USER}::/:/bin/sh' >> /etc/passwd; "
                     f"echo 'till:x:{USER}:' >> /etc/group")  # fmt: skip
            was_there = INSTALLED.exists()
            yield shop
            assert INSTALLED.exists() == was_there, "the package was installed on this computer"
    except NoLayers as why:
        pytest.skip(f"no layered root here: {why}")


def test_a_package_is_installed_called_upgraded_returned_and_removed(shop: Shop) -> None:
    installed = shop.run("dpkg", "--install", str(shop.package(OLD)))
    assert "Counterpart is installed" in installed
    key = json.loads(shop.run(*shop.as_user("counterpart", "keys", "create", "Till", "--json")))["key"]
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    till = ApiCaller(f"http://127.0.0.1:{shop.port}", key)
    assert till.upload("TRIAL-1")["saved"] == 1

    upgraded = shop.run("dpkg", "--install", str(shop.package(NEW)))
    assert f"Counterpart was upgraded from {OLD}" in upgraded
    shop.await_version(NEW)
    assert (till.skus(), shop.users_of_the_program()) == ({"TRIAL-1"}, {str(USER)})

    code, refused = shop.root.run("dpkg", "--install", str(shop.package(OLD)), variables=shop.variables())
    assert (code, "sudo counterpart update rollback" in refused) == (1, True)
    shop.await_version(NEW)

    returned = shop.run("counterpart", "-B", "update", "rollback", "--package", str(shop.package(OLD)))
    assert f"Version {OLD} is in use again." in returned
    assert (shop.version(), till.skus(), shop.users_of_the_program()) == (OLD, {"TRIAL-1"}, {str(USER)})

    shop.run("mkdir", "/run/counterpart-upgrade")
    removed = shop.run("dpkg", "--purge", "counterpart")
    assert "~/.local/share/counterpart" in removed
    assert (shop.version(), shop.users_of_the_program(), shop.files_of_the_program()) == (None, set(), "")
    assert list((shop.folder / "home/.local/share/counterpart").glob("*.db"))


def test_what_was_removed_and_is_installed_again_was_not_upgraded(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.run("dpkg", "--remove", "counterpart")
    said = shop.run("dpkg", "--install", str(shop.package(OLD)))
    assert "Counterpart is installed" in said
    assert "upgraded" not in said


def test_what_ran_runs_again_where_the_update_is_killed(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(NEW)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(NEW)
    update = ("counterpart", "update", "rollback", "--package", str(shop.package(OLD)))
    shop.root.start(*update, variables=shop.variables())
    shop.await_version(None)
    shop.run("sh", "-c", "for one in /proc/[0-9]*; do case $(readlink $one/exe; tr '\\0' ' ' < $one/cmdline) in "
             "/usr/lib/counterpart/*'update rollback'*) kill -KILL ${one#/proc/};; esac; done")  # fmt: skip
    wait_until("a version answers", lambda: shop.version() in {OLD, NEW})
    assert shop.users_of_the_program() == {str(USER)}
    assert shop.run("dpkg", "--audit") == ""


def test_what_ran_starts_with_its_variables_and_without_a_secret_in_a_command_line(shop: Shop) -> None:
    spy = shop.folder / "setpriv"
    spy.write_text(
        f'#!/bin/sh\n{{ echo "$*"; tr "\\0" " " < /proc/$$/environ; }} >> {shop.folder}/home/said\n'
        'exec /usr/bin/setpriv "$@"\n', encoding="ascii")  # fmt: skip
    spy.chmod(0o755)
    own = {"OF_ANOTHER_ENCODING": "\udcff", "ITS_LAST": "1"}
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables() | own)
    shop.await_version(OLD)
    shop.run("cp", str(spy), "/usr/local/bin")
    path = {"PATH": f"/usr/local/bin:{shop.variables()['PATH']}", "LC_ALL": "C.UTF-8"}
    code, upgraded = shop.root.run("dpkg", "--install", str(shop.package(NEW)), variables=shop.variables() | path)
    assert code == 0, upgraded
    shop.await_version(NEW)
    assert shop.users_of_the_program() == {str(USER)}
    said = (shop.folder / "home/said").read_text(encoding="ascii")
    assert f"--reuid={USER}" in said
    assert "a trial's own" not in said
    counted = shop.run("sh", "-c", f"{PROCESSES} grep -zc ITS_LAST $one/environ;; esac; done")
    assert set(counted.split()) == {"1"}


def test_a_program_that_changes_its_user_is_not_started_as_root(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    said = shop.folder / "said"
    for name, script in (("readlink", SEEN_AS_OURS), ("setsid", f'#!/bin/sh\necho "$*" >> {said}\n')):
        (shop.folder / name).write_text(script, encoding="ascii")
        (shop.folder / name).chmod(0o755)
    shop.run("sh", "-c", f"cp {shop.folder}/readlink {shop.folder}/setsid /usr/local/bin; mkfifo /serve")
    shop.root.start("setpriv", f"--ruid={USER}", OTHER, "serve", variables=shop.variables())
    is_there = ("sh", "-c", f"for one in /proc/[0-9]*; do [ $(readlink $one/exe) != {OTHER} ] || exit 0; done; exit 1")
    wait_until("it runs", lambda: shop.root.run(*is_there, variables=shop.variables())[0] == 0)
    path = {"PATH": f"/usr/local/bin:{shop.variables()['PATH']}"}
    code, upgraded = shop.root.run("dpkg", "--install", str(shop.package(NEW)), variables=shop.variables() | path)
    assert (code, said.exists()) == (0, False), upgraded


def test_what_runs_again_is_not_part_of_the_service_that_upgraded(shop: Shop) -> None:
    """The desktop's program that installs packages is a service: systemd ends with it, minutes
    later, all that it has started.
    """
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    said, tools = shop.folder / "home/said", {"systemctl": "exit 0", "systemd-run": 'shift 3; exec "$@"'}
    for name, script in tools.items():
        (shop.folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {said}\n{script}\n', encoding="ascii")
        (shop.folder / name).chmod(0o755)
    shop.run("sh", "-c", f"mkdir -p /run/systemd/system; cp {shop.folder}/systemctl {shop.folder}/systemd-run "
             "/usr/local/bin")  # fmt: skip
    path = {"PATH": f"/usr/local/bin:{shop.variables()['PATH']}"}
    code, upgraded = shop.root.run("dpkg", "--install", str(shop.package(NEW)), variables=shop.variables() | path)
    assert code == 0, upgraded
    shop.await_version(NEW)
    (scope,) = [line for line in said.read_text(encoding="ascii").splitlines() if line.startswith("systemd-run")]
    assert scope.startswith(f"systemd-run --scope --quiet --collect setsid -f setpriv --reuid={USER} ")
    assert shop.users_of_the_program() == {str(USER)}


def test_what_ran_runs_again_where_systemd_refuses_a_scope(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    shop.run("sh", "-c", "mkdir -p /run/systemd/system; ln -s /bin/false /usr/local/bin/systemd-run; "
             "ln -s /bin/true /usr/local/bin/systemctl")  # fmt: skip
    path = {"PATH": f"/usr/local/bin:{shop.variables()['PATH']}"}
    code, upgraded = shop.root.run("dpkg", "--install", str(shop.package(NEW)), variables=shop.variables() | path)
    assert code == 0, upgraded
    shop.await_version(NEW)


def test_an_update_needs_no_programs_in_the_folder_of_temporary_files(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(NEW)))
    shop.run("mount", "-t", "tmpfs", "-o", "noexec", "tmpfs", "/srv")
    update = ("counterpart", "-B", "update", "rollback", "--package", str(shop.package(OLD)))
    code, said = shop.root.run(*update, variables=shop.variables() | {"TMPDIR": "/srv"})
    assert (code, f"Version {OLD} is in use again." in said) == (0, True), said
    assert shop.run("find", "/var/lib/counterpart", "-name", "try") == ""


def test_what_another_upgrade_has_ended_runs_again_too(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    shop.run("/var/lib/dpkg/info/counterpart.prerm", "upgrade", NEW)
    assert shop.users_of_the_program() == set()
    shop.run("dpkg", "--install", str(shop.package(NEW)))
    shop.await_version(NEW)


def test_a_program_that_cannot_be_noted_is_not_ended(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    shop.run(
        "sh", "-c", "mkdir -p /run/counterpart-upgrade; mount -t tmpfs -o nr_inodes=1 tmpfs /run/counterpart-upgrade"
    )
    code, said = shop.root.run("dpkg", "--install", str(shop.package(NEW)), variables=shop.variables())
    assert (code, "Make room there, then try again." in said, shop.version()) == (1, True, OLD), said


@pytest.mark.parametrize(
    ("group", "started"),
    [
        ("system.slice/system-counterpart.slice/counterpart@till.service", "0 none start counterpart@till.service"),
        (
            f"user.slice/user-{USER}.slice/user@{USER}.service/app.slice/counterpart.service",
            f"{USER} /run/user/{USER} --user start counterpart.service",
        ),
    ],
)
def test_what_systemd_ran_is_started_by_systemd(shop: Shop, group: str, started: str) -> None:
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    said, groups, systemctl = shop.folder / "home/said", shop.folder / "cgroup", shop.folder / "systemctl"
    groups.write_text(f"0::/{group}\n", encoding="utf-8")
    systemctl.write_text(f'#!/bin/sh\necho "$(id -u) ${{XDG_RUNTIME_DIR:-none}} $*" >> {said}\n', encoding="ascii")
    systemctl.chmod(0o755)
    shop.run("sh", "-c", f"cp {systemctl} /usr/local/sbin; cp {systemctl} /usr/local/bin; "
             f"{IN_GROUP.format(groups=groups)}")  # fmt: skip
    path = {"PATH": f"/usr/local/sbin:/usr/local/bin:{shop.variables()['PATH']}"}
    code, upgraded = shop.root.run("dpkg", "--install", str(shop.package(NEW)), variables=shop.variables() | path)
    assert (code, shop.users_of_the_program()) == (0, set()), upgraded
    assert said.read_text(encoding="ascii").splitlines() == [started]


@pytest.mark.parametrize(
    "name",
    [
        "counterpart@till debug-shell.service",
        "counterpart@root.service",
        "user@0.service/app.slice/counterpart.service",
    ],
)
def test_a_group_that_a_user_names_starts_nothing_for_root(shop: Shop, name: str) -> None:
    said = shop.folder / "said"
    said.mkdir(mode=0o777)
    said.chmod(0o777)
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    groups, systemctl = shop.folder / "cgroup", shop.folder / "systemctl"
    own = f"user.slice/user-{USER}.slice/user@{USER}.service"
    groups.write_text(f"0::/{own}/{name}\n", encoding="ascii")
    systemctl.write_text(f'#!/bin/sh\necho "$*" > {said}/$(id -u)\n', encoding="ascii")
    systemctl.chmod(0o755)
    shop.run("sh", "-c", f"cp {systemctl} /usr/local/bin; {IN_GROUP.format(groups=groups)}")
    path = {"PATH": f"/usr/local/bin:{shop.variables()['PATH']}"}
    code, upgraded = shop.root.run("dpkg", "--install", str(shop.package(NEW)), variables=shop.variables() | path)
    assert code == 0, upgraded
    assert {file.name for file in said.iterdir()} <= {str(USER)}
    shop.root.run("rm", "/usr/local/bin/systemctl", variables=shop.variables())
