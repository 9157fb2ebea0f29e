"""A password is stored before a set-up names it, and removed after none does (pull §7)."""

from __future__ import annotations

import pytest

from service.domain.pull.pulls import PlaceAccess
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState
from service.pull.places.place_passwords import PlacePasswords
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore

NEW = Secret("new")


@pytest.fixture
def store() -> FakeSecretStore:
    store = FakeSecretStore()
    store.secrets["place-old"] = Secret("old")
    return store


def test_a_new_password_replaces_the_earlier_one(store: FakeSecretStore) -> None:
    kept: list[PlaceAccess] = []
    PlacePasswords(store).keep(PlaceAccess("place-old", "t"), PlaceAccess("typed", "t"), NEW, kept.append)
    assert kept[0].secret_name is not None
    assert (kept[0].secret_name.startswith("place-"), kept[0].trust) == (True, "t")
    assert store.secrets == {kept[0].secret_name: NEW}


def test_without_a_new_one_the_password_stays(store: FakeSecretStore) -> None:
    access = PlaceAccess("place-old", "other trust")
    PlacePasswords(store).keep(PlaceAccess("place-old"), access, None, lambda _access: None)
    assert list(store.secrets) == ["place-old"]


def test_another_place_without_a_password_removes_it(store: FakeSecretStore) -> None:
    PlacePasswords(store).keep(PlaceAccess("place-old"), PlaceAccess(), None, lambda _access: None)
    assert store.secrets == {}


def test_a_set_up_that_is_not_stored_leaves_no_new_password(store: FakeSecretStore) -> None:
    def fail(_access: PlaceAccess) -> None:
        raise ValueError

    with pytest.raises(ValueError):
        PlacePasswords(store).keep(PlaceAccess("place-old"), PlaceAccess("typed"), NEW, fail)
    assert list(store.secrets) == ["place-old"]


def test_a_password_that_cannot_be_removed_stays_without_a_fault(
    store: FakeSecretStore, caplog: pytest.LogCaptureFixture
) -> None:
    store.state = SecretStoreState.LOCKED
    PlacePasswords(store).remove("place-old")
    assert "stays in the secret store" in caplog.text
