"""The Debian package in short: built, installed, called, upgraded and removed, whatever goes wrong.

dpkg unpacks a newer version next to the one that runs. What runs goes on until the newer version is
complete, and then starts at once as the newer one: as it ran, as the same user, and by what started
it.
"""

from __future__ import annotations

import re

import pytest

from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.short.packaged_shop import AS_PROGRAM, NEW, OLD, PROCESSES, USER, Shop
from tests.install_trial.trial_checks import wait_until

IN_GROUP = f"{PROCESSES} mount --bind {{groups}} $one/cgroup;; esac; done"
SCRIPTS = "/var/lib/dpkg/info/counterpart."
KILL_DPKG = """\
for one in /proc/[0-9]*; do
    case $(readlink $one/exe) in */dpkg) kill -KILL ${one#/proc/};; esac
done"""
KILL_ALL = f"""{KILL_DPKG}
for one in /proc/[0-9]*; do
    case $(tr '\\0' ' ' < $one/cmdline) in *counterpart.postrm\\ upgrade*) kill -KILL ${{one#/proc/}};; esac
done"""
AT_THE_START = """\
if [ "$1" = -f ] && mkdir /run/once; then
{kill}
fi
exec /usr/bin/setsid "$@"
"""


def test_what_ran_starts_with_its_variables_and_without_a_secret_in_a_command_line(shop: Shop) -> None:
    shop.use_program(AS_PROGRAM)
    own = {"OF_ANOTHER_ENCODING": "\udcff", "ITS_LAST": "1", "LC_ALL": "C.UTF-8"}
    shop.serve(OLD, own)
    shop.put_tool(
        "setpriv", f'{{ echo "$*"; tr "\\0" " " < /proc/$$/environ; }} >> {shop.folder}/home/said\n'
        'exec /usr/bin/setpriv "$@"')  # fmt: skip
    code, upgraded = shop.dpkg("--install", str(shop.package(NEW)))
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
    said, other = shop.folder / "said", f"/usr/lib/counterpart/{OLD}/counterpart-other"
    shop.put_tool("setsid", f'[ "$1" != -w ] || exec /usr/bin/setsid "$@"\necho "$*" >> {said}')
    shop.run("sh", "-c", f"cp /usr/bin/cat {other}; mkfifo /serve")
    shop.root.start("setpriv", f"--ruid={USER}", other, "serve", variables=shop.variables())
    wait_until("it runs", lambda: len(shop.program()) == 1)
    code, upgraded = shop.dpkg("--install", str(shop.package(NEW)))
    assert (code, said.exists(), shop.program()) == (0, False, []), upgraded


def test_what_runs_again_is_not_part_of_the_service_that_upgraded(shop: Shop) -> None:
    """The desktop's program that installs packages is a service: systemd ends with it, minutes
    later, all that it has started.
    """
    shop.serve(OLD)
    said, tools = shop.folder / "home/said", {"systemctl": "exit 0", "systemd-run": 'shift 3; exec "$@"'}
    for name, script in tools.items():
        shop.put_tool(name, f'echo "{name} $*" >> {said}\n{script}')
    shop.run("mkdir", "-p", "/run/systemd/system")
    code, upgraded = shop.dpkg("--install", str(shop.package(NEW)))
    assert code == 0, upgraded
    shop.await_version(NEW)
    (scope,) = [line for line in said.read_text(encoding="ascii").splitlines() if line.startswith("systemd-run")]
    assert scope.startswith(f"systemd-run --scope --quiet --collect setsid -f setpriv --reuid={USER} ")
    assert shop.users_of_the_program() == {str(USER)}


def test_what_ran_runs_again_where_systemd_refuses_a_scope(shop: Shop) -> None:
    shop.serve(OLD)
    shop.put_tool("systemd-run", "exit 1")
    shop.put_tool("systemctl", "exit 0")
    shop.run("mkdir", "-p", "/run/systemd/system")
    code, upgraded = shop.dpkg("--install", str(shop.package(NEW)))
    assert code == 0, upgraded
    shop.await_version(NEW)


def test_what_another_upgrade_has_ended_runs_again_too(shop: Shop) -> None:
    shop.serve(OLD)
    shop.run("/var/lib/dpkg/info/counterpart.prerm", "upgrade")
    assert shop.users_of_the_program() == set()
    shop.run("dpkg", "--install", str(shop.package(NEW)))
    shop.await_version(NEW)


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
    shop.serve(OLD)
    said, groups = shop.folder / "home/said", shop.folder / "cgroup"
    groups.write_text(f"0::/{group}\n", encoding="utf-8")
    shop.put_tool("systemctl", f'echo "$(id -u) ${{XDG_RUNTIME_DIR:-none}} $*" >> {said}')
    shop.run("sh", "-c", IN_GROUP.format(groups=groups))
    code, upgraded = shop.dpkg("--install", str(shop.package(NEW)))
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
    shop.serve(OLD)
    groups = shop.folder / "cgroup"
    own = f"user.slice/user-{USER}.slice/user@{USER}.service"
    groups.write_text(f"0::/{own}/{name}\n", encoding="ascii")
    shop.put_tool("systemctl", f'echo "$*" > {said}/$(id -u)')
    shop.run("sh", "-c", IN_GROUP.format(groups=groups))
    code, upgraded = shop.dpkg("--install", str(shop.package(NEW)))
    assert code == 0, upgraded
    assert {file.name for file in said.iterdir()} <= {str(USER)}
    shop.root.run("rm", "/usr/local/bin/systemctl", variables=shop.variables())


def check_goes_on(shop: Shop, before: list[int]) -> None:
    """The old version answers, from the same processes, and nothing of another one is there."""
    assert (shop.version(), shop.program()) == (OLD, before)
    assert shop.run("readlink", "/usr/lib/counterpart/current") == f"{OLD}\n"
    assert shop.run("ls", "/usr/lib/counterpart").split() == [OLD, "current"]


def upgrade(shop: Shop) -> None:
    """The same upgrade again, without what went wrong."""
    shop.run("dpkg", "--install", str(shop.package(NEW)))
    shop.await_version(NEW)
    assert (shop.users_of_the_program(), shop.run("dpkg", "--audit")) == ({str(USER)}, "")
    assert shop.run("ls", "/usr/lib/counterpart").split() == [NEW, "current"]


def test_the_old_version_answers_while_the_newer_one_is_unpacked(shop: Shop) -> None:
    shop.serve(OLD)
    before, waits, go = shop.program(), shop.folder / "waits", shop.folder / "go"
    shop.put_tool("dpkg-deb", f"""[ "$1" != --fsys-tarfile ] || {{
        touch {waits}
        until [ -e {go} ]; do sleep 0.1; done
    }}
    exec /usr/bin/dpkg-deb "$@" """)  # fmt: skip
    shop.start_dpkg("--install", str(shop.package(NEW)))
    wait_until("dpkg unpacks", waits.exists)
    check_goes_on(shop, before)
    go.touch()
    shop.await_version(NEW)
    assert not set(before) & set(shop.program())
    wait_until(
        "dpkg has ended", lambda: shop.run("dpkg-query", "-W", "-f", "${Status}", "counterpart").endswith(" installed")
    )


def test_what_ran_runs_before_the_newer_version_is_configured(shop: Shop) -> None:
    """Where many packages are upgraded together, all of them are unpacked first."""
    shop.serve(OLD)
    shop.run("dpkg", "--unpack", str(shop.package(NEW)))
    shop.await_version(NEW)
    running = shop.program()
    assert f"Counterpart was upgraded from {OLD}." in shop.run("dpkg", "--configure", "counterpart")
    assert shop.program() == running
    assert shop.run("find", "/run", "-name", "counterpart-upgrade") == ""


def test_a_downgrade_that_is_refused_ends_nothing(shop: Shop) -> None:
    shop.serve(NEW)
    before = shop.program()
    code, refused = shop.dpkg("--install", str(shop.package(OLD)))
    assert (code, "sudo apt remove counterpart" in refused) == (1, True)
    assert (shop.version(), shop.program()) == (NEW, before)


def test_what_cannot_be_noted_is_not_ended_and_the_newer_version_is_taken_away(shop: Shop) -> None:
    shop.serve(OLD)
    before = shop.program()
    shop.run(
        "sh", "-c", "mkdir -p /run/counterpart-upgrade; mount -t tmpfs -o nr_inodes=1 tmpfs /run/counterpart-upgrade"
    )
    code, said = shop.dpkg("--install", str(shop.package(NEW)))
    assert (code, "Make room there, then try again." in said) == (1, True), said
    check_goes_on(shop, before)
    shop.run("umount", "/run/counterpart-upgrade")
    upgrade(shop)


def test_a_disk_that_is_full_while_dpkg_unpacks_ends_nothing(shop: Shop) -> None:
    shop.run("sh", "-c", "mkdir -p /usr/lib/counterpart; size=$(($(stat -Lc %s /usr/bin/python3) * 2)); "
             "mount -t tmpfs -o size=$size tmpfs /usr/lib/counterpart")  # fmt: skip
    shop.serve(OLD)
    before = shop.program()
    shop.run("sh", "-c", "yes > /usr/lib/counterpart/filler || true")
    code, said = shop.dpkg("--install", str(shop.package(NEW)))
    assert (code, "No space left" in said) == (1, True), said
    shop.run("rm", "/usr/lib/counterpart/filler")
    check_goes_on(shop, before)
    upgrade(shop)


def test_dpkg_that_is_killed_while_it_unpacks_has_ended_nothing(shop: Shop) -> None:
    shop.serve(OLD)
    before = shop.program()
    shop.put_tool("dpkg-deb", f"""[ "$1" = --fsys-tarfile ] || exec /usr/bin/dpkg-deb "$@"
    /usr/bin/dpkg-deb "$@" | head -c 2000000
    {KILL_DPKG}""")  # fmt: skip
    code, said = shop.dpkg("--install", str(shop.package(NEW)))
    assert code != 0, said
    assert (shop.version(), shop.program()) == (OLD, before)
    upgrade(shop)


@pytest.mark.parametrize("kill", [KILL_DPKG, KILL_ALL], ids=["dpkg", "dpkg and its script"])
def test_what_was_ended_starts_where_dpkg_is_killed_then(shop: Shop, kill: str) -> None:
    shop.serve(OLD)
    shop.put_tool("setsid", AT_THE_START.format(kill=kill))
    code, said = shop.dpkg("--install", str(shop.package(NEW)))
    assert code != 0, said
    shop.await_version(NEW)
    assert shop.users_of_the_program() == {str(USER)}
    upgrade(shop)


def test_the_same_version_is_not_written_over_what_runs(shop: Shop) -> None:
    shop.serve(OLD)
    shop.put_tool("dpkg-deb", f"""[ "$1" != --fsys-tarfile ] || {{
        {PROCESSES} echo "${{one#/proc/}} runs";; esac; done
    }} > {shop.folder}/found
    exec /usr/bin/dpkg-deb "$@" """)  # fmt: skip
    code, said = shop.dpkg("--install", str(shop.package(OLD)))
    assert (code, f"Counterpart {OLD} was installed again." in said) == (0, True), said
    assert (shop.folder / "found").read_text(encoding="ascii") == ""
    shop.await_version(OLD)
    assert shop.users_of_the_program() == {str(USER)}


def test_a_version_that_ends_programs_before_it_is_replaced_is_upgraded_too(shop: Shop) -> None:
    shop.serve(OLD)
    for name, before in (
        ("prerm", r"s/if .*@VERSION@.* then/if false; then/"),
        ("postrm", "s/upgrade|failed-upgrade/never/"),
    ):
        shop.run("sed", "-i", before.replace("@VERSION@", re.escape(OLD)), f"{SCRIPTS}{name}")
    shop.run(f"{SCRIPTS}prerm", "upgrade", NEW)
    assert shop.program() == []
    upgrade(shop)


@pytest.mark.parametrize("word", ["remove", "deconfigure"])
def test_a_removal_that_dpkg_gives_up_starts_what_ran(shop: Shop, word: str) -> None:
    shop.serve(OLD)
    shop.run(f"{SCRIPTS}prerm", word, "in-favour", "other", "1")
    assert shop.program() == []
    shop.run(f"{SCRIPTS}postinst", f"abort-{word}", "in-favour", "other", "1")
    shop.await_version(OLD)
    assert shop.users_of_the_program() == {str(USER)}


def test_a_program_that_does_not_end_is_killed_before_its_files_go(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(OLD)))
    shop.run("cp", "/usr/bin/sleep", f"/usr/lib/counterpart/{OLD}/counterpart-deaf")
    deaf = ("sh", "-c", f"trap '' TERM; exec /usr/lib/counterpart/{OLD}/counterpart-deaf infinity")
    shop.root.start(*deaf, variables=shop.variables())
    wait_until("it runs", lambda: len(shop.program()) == 1)
    shop.put_tool("sleep", "exit 0")
    code, said = shop.dpkg("--install", str(shop.package(NEW)))
    assert (code, shop.program()) == (0, []), said


def test_a_package_is_installed_called_upgraded_and_removed(shop: Shop) -> None:
    shop.use_program(AS_PROGRAM)
    installed = shop.run("dpkg", "--install", str(shop.package(OLD)))
    assert "Counterpart is installed" in installed
    key = shop.make_key()
    shop.root.start(*shop.as_user("counterpart", "serve", "--port", str(shop.port)), variables=shop.variables())
    shop.await_version(OLD)
    till = ApiCaller(f"http://127.0.0.1:{shop.port}", key)
    assert till.upload("TRIAL-1")["saved"] == 1

    upgraded = shop.run("dpkg", "--install", str(shop.package(NEW)))
    assert f"Counterpart was upgraded from {OLD}" in upgraded
    assert "~/.local/share/counterpart" not in upgraded
    shop.await_version(NEW)
    assert (till.skus(), shop.users_of_the_program()) == ({"TRIAL-1"}, {str(USER)})

    code, refused = shop.root.run("dpkg", "--install", str(shop.package(OLD)), variables=shop.variables())
    assert (code, "sudo apt remove counterpart" in refused) == (1, True)
    shop.await_version(NEW)

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
