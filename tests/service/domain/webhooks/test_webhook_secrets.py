"""Faults of the secret store, and the names of secrets."""

from __future__ import annotations

import pytest

from service.domain.errors import UnavailableCode
from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import (
    SECRET_DAMAGED,
    SECRET_MISSING,
    SecretMissing,
    SecretStoreState,
    SecretsUnavailable,
    needs_rotation,
    new_secret_name,
)

TEXT = message("The keyring is locked.")


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (SecretStoreState.LOCKED, UnavailableCode.KEYRING_LOCKED),
        (SecretStoreState.SLOW, UnavailableCode.KEYRING_SLOW),
        (SecretStoreState.ABSENT, UnavailableCode.KEYRING_ABSENT),
        (SecretStoreState.DAMAGED, UnavailableCode.OTHER),
    ],
)
def test_a_fault_has_its_state_its_sentence_and_its_code(state: SecretStoreState, code: UnavailableCode) -> None:
    fault = SecretsUnavailable(state, TEXT)
    assert (fault.state, fault.sentence, fault.code) == (state, TEXT, code)
    given = SecretsUnavailable(state, TEXT, UnavailableCode.DISK_FULL)
    assert given.code is UnavailableCode.DISK_FULL


def test_a_missing_secret_is_made_again_and_a_locked_store_is_not() -> None:
    missing = SecretMissing(SecretStoreState.WORKS)
    assert (missing.state, missing.sentence) == (SecretStoreState.WORKS, SECRET_MISSING)
    assert needs_rotation(SECRET_MISSING)
    assert needs_rotation(SECRET_DAMAGED)
    assert not needs_rotation(TEXT)


def test_a_name_has_96_random_bits() -> None:
    assert new_secret_name(lambda size: "x" * size) == "webhook-" + "x" * 12
    assert len({new_secret_name() for _ in range(100)}) == 100
