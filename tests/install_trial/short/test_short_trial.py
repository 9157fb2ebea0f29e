"""The Debian package in short: built, installed, called, upgraded, returned and removed."""

from __future__ import annotations

from bridge.updates.packages import system_name
from installer.linux.deb import pack
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.feed.trial_feed import TrialFeed
from tests.install_trial.short.packaged_shop import INSTALLED, MUTE, NEW, OLD, USER, Shop
from tests.install_trial.trial_checks import wait_until


def test_a_package_is_installed_called_upgraded_returned_and_removed(shop: Shop) -> None:
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


def test_a_version_that_does_not_answer_gives_way_to_the_one_before(shop: Shop) -> None:
    shop.serve(OLD)
    till = ApiCaller(f"http://127.0.0.1:{shop.port}", shop.make_key())
    assert till.upload("TRIAL-1")["saved"] == 1
    feed = TrialFeed(shop.folder / "feed", system_name())
    mute = pack(shop.folder / "frozen", MUTE, shop.folder / "packages", "none", shop.folder / "making")
    for version, package in ((OLD, shop.package(OLD)), (MUTE, mute)):
        feed.offer(version, package)
    update = ("counterpart", "-B", "update", "install", "--feed", str(feed.web), "--root", str(feed.root))
    code, said = shop.root.run(*update, variables=shop.variables())
    sentence = f"{MUTE} was not installed: it did not answer after it was started. Version {OLD} is in use again."
    assert (code, sentence in said) == (1, True), said
    assert (shop.version(), till.skus(), shop.users_of_the_program()) == (OLD, {"TRIAL-1"}, {str(USER)})
    assert (shop.run("ls", str(INSTALLED)).split(), shop.run("dpkg", "--audit")) == ([OLD, "current"], "")


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


def test_an_update_needs_no_programs_in_the_folder_of_temporary_files(shop: Shop) -> None:
    shop.run("dpkg", "--install", str(shop.package(NEW)))
    shop.run("mount", "-t", "tmpfs", "-o", "noexec", "tmpfs", "/srv")
    update = ("counterpart", "-B", "update", "rollback", "--package", str(shop.package(OLD)))
    code, said = shop.root.run(*update, variables=shop.variables() | {"TMPDIR": "/srv"})
    assert (code, f"Version {OLD} is in use again." in said) == (0, True), said
    assert shop.run("find", "/var/lib/counterpart", "-name", "try") == ""
