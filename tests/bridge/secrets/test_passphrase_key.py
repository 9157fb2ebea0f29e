"""The key of a passphrase: its cost is bounded, and no key is made twice."""

from __future__ import annotations

import tracemalloc

import pytest

from bridge.secrets.passphrase_key import DamagedError, derive_key, new_parameters

SALT = bytes(16)


@pytest.mark.parametrize(
    ("log2_n", "r", "p"),
    [(20, 8, 1), (18, 8, 1), (15, 32, 1), (15, 9, 1), (15, 8, 16), (15, 8, 5), (255, 255, 255), (9, 8, 1), (15, 0, 1)],
)
def test_a_file_that_asks_for_more_than_any_of_ours_is_refused_before_it_costs_anything(
    log2_n: int, r: int, p: int
) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(DamagedError):
            derive_key("passphrase", bytes((log2_n, r, p)), SALT, b"test")
        assert tracemalloc.get_traced_memory()[1] < 1024 * 1024
    finally:
        tracemalloc.stop()


@pytest.mark.usefixtures("real_costs")
def test_what_this_version_writes_is_within_the_bound() -> None:
    parameters, _ = new_parameters()
    assert parameters == bytes((15, 8, 1))
    assert len(derive_key("passphrase", parameters, SALT, b"test").cipher_key) == 32


def test_each_salt_is_new() -> None:
    assert len({new_parameters()[1] for _ in range(100)}) == 100


def test_salt_purpose_and_passphrase_each_change_the_key() -> None:
    parameters = bytes((10, 1, 1))
    keys = {
        derive_key("a", parameters, SALT, b"test").cipher_key,
        derive_key("b", parameters, SALT, b"test").cipher_key,
        derive_key("a", parameters, bytes([1]) * 16, b"test").cipher_key,
    }
    assert len(keys) == 3
    checks = {derive_key("a", parameters, SALT, purpose).check for purpose in (b"backup", b"vault")}
    assert len(checks) == 2
