"""Which keyring is used: only one that the system protects."""

from __future__ import annotations

import keyring
import keyring.backend
import pytest
from keyring.backends.chainer import ChainerBackend

from bridge.secrets.keyring_store import display_name, is_guarded, system_backend


def make_backend(module: str) -> object:
    return type("Backend", (), {"__module__": module})()


GUARDED = make_backend("keyring.backends.Windows")
PLAIN = make_backend("keyrings.alt.file")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("keyring.backends.SecretService", "Secret Service"),
        ("keyring.backends.libsecret", "Secret Service"),
        ("keyring.backends.kwallet", "KWallet"),
        ("keyring.backends.Windows", "Windows Credential Manager"),
        ("keyring.backends.macOS", "macOS Keychain"),
    ],
)
def test_keyrings_of_a_system_or_desktop_are_guarded(module: str, name: str) -> None:
    assert is_guarded(make_backend(module))
    assert display_name(make_backend(module)) == name
    assert is_guarded(make_backend(f"{module}.__init__"))


@pytest.mark.parametrize("module", ["keyrings.alt.file", "keyring.backends.null", "keyring.backends.fail", "builtins"])
def test_others_are_not(module: str) -> None:
    assert not is_guarded(make_backend(module))
    assert display_name(make_backend(module)) == "The keyring"


def make_chain() -> object:
    """Several keyrings behind one."""
    return type("Chain", (ChainerBackend,), {"backends": (PLAIN, GUARDED)})()


@pytest.mark.parametrize(
    ("chosen", "used"), [(GUARDED, GUARDED), (PLAIN, None), (make_chain(), GUARDED)], ids=["one", "plain", "several"]
)
def test_the_first_guarded_one_is_used(monkeypatch: pytest.MonkeyPatch, chosen: object, used: object) -> None:
    monkeypatch.setattr(keyring, "get_keyring", lambda: chosen)
    assert system_backend() is used
