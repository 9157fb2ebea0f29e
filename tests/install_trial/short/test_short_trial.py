"""The Debian package in short: built, installed, called, upgraded and removed."""

from __future__ import annotations

from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.short.packaged_shop import NEW, OLD, USER, Shop


def test_a_package_is_installed_called_upgraded_and_removed(shop: Shop) -> None:
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
