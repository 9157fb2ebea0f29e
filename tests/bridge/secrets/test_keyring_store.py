"""The keyring adapter with a keyring that works, is locked, is absent, hangs, or
truncates secrets.
"""

from __future__ import annotations

import logging
import threading

import pytest
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import InitError, KeyringLocked, NoKeyringError

from bridge.secrets.keyring_store import KeyringStore, is_guarded
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import SecretMissing, SecretStoreState, SecretsUnavailable
from tests.bridge.secrets.fake_secret_stores import FakeKeyringBackend

SECRET = make_secret()


@pytest.fixture
def backend() -> FakeKeyringBackend:
    return FakeKeyringBackend()


@pytest.fixture
def store(backend: FakeKeyringBackend) -> KeyringStore:
    return KeyringStore(lambda: backend, limit_s=5)


async def test_each_secret_is_an_entry_of_its_own(store: KeyringStore, backend: FakeKeyringBackend) -> None:
    other = make_secret()
    await store.store("webhook-1", SECRET)
    await store.store("webhook-2", other)
    assert await store.read("webhook-1") == SECRET
    assert await store.read("webhook-2") == other
    assert len({service for service, _ in backend.entries}) == 2
    status = await store.status()
    assert (status.state, str(status.sentence)) == (SecretStoreState.WORKS, "The keyring keeps the webhook secrets")


async def test_removing_forgets_and_may_be_done_twice(store: KeyringStore, backend: FakeKeyringBackend) -> None:
    await store.store("webhook-1", SECRET)
    await store.remove("webhook-1")
    await store.remove("webhook-1")
    assert backend.entries == {}
    with pytest.raises(SecretMissing):
        await store.read("webhook-1")


async def test_a_keyring_that_shortens_is_noticed(store: KeyringStore, backend: FakeKeyringBackend) -> None:
    backend.shorten = 1
    with pytest.raises(SecretsUnavailable, match="did not return") as caught:
        await store.store("webhook-1", SECRET)
    assert caught.value.state is SecretStoreState.WORKS


async def test_what_windows_could_not_hold_is_refused(store: KeyringStore, backend: FakeKeyringBackend) -> None:
    with pytest.raises(SecretsUnavailable, match="too long"):
        await store.store("webhook-1", type(SECRET)("x" * 1281))
    assert backend.calls == 0
    await store.store("webhook-1", type(SECRET)("x" * 1280))
    assert len((await store.read("webhook-1")).text) == 1280


class LockedException(Exception):
    """Named as the Secret Service library names it."""


class PromptDismissedException(Exception):
    """Named as the Secret Service library names it."""


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (KeyringLocked("no"), SecretStoreState.LOCKED),
        (InitError("no"), SecretStoreState.LOCKED),
        (LockedException("no"), SecretStoreState.LOCKED),
        (PromptDismissedException("no"), SecretStoreState.LOCKED),
        (NoKeyringError("no"), SecretStoreState.ABSENT),
        (ConnectionRefusedError("no"), SecretStoreState.ABSENT),
    ],
)
async def test_unavailable_is_told_by_state_and_never_as_a_missing_secret(
    store: KeyringStore, backend: FakeKeyringBackend, error: Exception, state: SecretStoreState
) -> None:
    backend.error = error
    with pytest.raises(SecretsUnavailable) as caught:
        await store.read("webhook-1")
    assert caught.value.state is state
    assert not isinstance(caught.value, SecretMissing)
    assert (await store.status()).state is state


@pytest.mark.parametrize("error", [KeyringLocked("no"), PromptDismissedException("no")])
async def test_an_owner_who_refused_to_unlock_it_is_not_asked_again_before_he_wants_it(
    store: KeyringStore, backend: FakeKeyringBackend, error: Exception
) -> None:
    """Each read of a locked keyring opens its window."""
    backend.error = error
    for _ in range(3):
        with pytest.raises(SecretsUnavailable, match="locked"):
            await store.read("webhook-1")
        assert (await store.status()).state is SecretStoreState.LOCKED
    assert backend.calls == 1
    backend.error = None
    store.ask_again()
    assert (await store.status()).state is SecretStoreState.WORKS


async def test_a_secret_that_is_stored_shows_that_the_keyring_is_open(
    store: KeyringStore, backend: FakeKeyringBackend
) -> None:
    backend.error = KeyringLocked("no")
    with pytest.raises(SecretsUnavailable):
        await store.read("webhook-1")
    backend.error = None
    await store.store("webhook-1", SECRET)
    assert await store.read("webhook-1") == SECRET


async def test_a_keyring_that_refuses_is_named_by_its_fault(store: KeyringStore, backend: FakeKeyringBackend) -> None:
    backend.error = ConnectionRefusedError("no")
    assert str((await store.status()).sentence) == (
        "The keyring cannot be used (ConnectionRefusedError); log out and in again, then try again"
    )


async def test_what_the_keyring_says_is_not_passed_on(
    store: KeyringStore, backend: FakeKeyringBackend, caplog: pytest.LogCaptureFixture
) -> None:
    backend.error = ValueError(f"cannot store {SECRET.text}")
    with caplog.at_level(logging.DEBUG), pytest.raises(SecretsUnavailable) as caught:
        await store.store("webhook-1", SECRET)
    assert SECRET.text not in str(caught.value) + caplog.text
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


async def test_a_keyring_that_hangs_fails_in_time_and_then_at_once_until_it_answers(
    backend: FakeKeyringBackend,
) -> None:
    backend.hang = threading.Event()
    store = KeyringStore(lambda: backend, limit_s=0.05)
    for _ in range(20):
        with pytest.raises(SecretsUnavailable, match="The keyring gives no answer") as caught:
            await store.read("webhook-1")
        assert caught.value.state is SecretStoreState.SLOW
    assert backend.calls == 1
    hanging = store._thread._hanging
    assert hanging is not None
    answered = threading.Event()
    hanging.add_done_callback(lambda _: answered.set())
    backend.hang.set()
    backend.hang = None
    assert answered.wait(10)
    assert (await store.status()).state is SecretStoreState.WORKS


async def test_looking_for_a_keyring_may_hang_too() -> None:
    let_go = threading.Event()

    def find() -> FakeKeyringBackend:
        let_go.wait(20)
        return FakeKeyringBackend()

    status = await KeyringStore(find, limit_s=0.05).status()
    let_go.set()
    assert status.state is SecretStoreState.SLOW


async def test_no_keyring_is_absent() -> None:
    status = await KeyringStore(lambda: None).status()
    assert (status.state, status.is_usable) == (SecretStoreState.ABSENT, False)


@pytest.mark.parametrize("unguarded", [NullKeyring, FailKeyring, FakeKeyringBackend])
def test_null_fail_and_unknown_keyrings_are_not_used(unguarded: type[object]) -> None:
    assert not is_guarded(unguarded())
