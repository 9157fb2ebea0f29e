"""dpkg unpacks a newer version next to the one that runs. What runs goes on until the newer version
is complete, whatever goes wrong before, and then starts at once as the newer one.
"""

from __future__ import annotations

import re

import pytest

from tests.install_trial.short.packaged_shop import NEW, OLD, PROCESSES, USER, Shop
from tests.install_trial.trial_checks import wait_until

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
if mkdir /run/once; then
{kill}
fi
exec /usr/bin/setpriv "$@"
"""


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
    shop.put_tool("setpriv", AT_THE_START.format(kill=kill))
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
