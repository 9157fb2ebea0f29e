"""What ran before an upgrade starts again: as it ran, as the same user, and by what started it."""

from __future__ import annotations

import pytest

from tests.install_trial.short.packaged_shop import NEW, OLD, PROCESSES, USER, Shop
from tests.install_trial.trial_checks import wait_until

IN_GROUP = f"{PROCESSES} mount --bind {{groups}} $one/cgroup;; esac; done"


def test_what_ran_starts_with_its_variables_and_without_a_secret_in_a_command_line(shop: Shop) -> None:
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
