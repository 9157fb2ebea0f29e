"""The encrypted file: a wrong passphrase differs from damage, no plain text, whole after any
interruption.
"""

# ruff: noqa: ASYNC220, ASYNC240
# Nothing else runs in these loops.

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from filelock import FileLock

from bridge.secrets.passphrase_key import CHECK, PARAMETERS, SALT
from bridge.secrets.vault_file import MAGIC, NONCE, VaultStore, encrypt, new_key
from service.delivery.worker_thread import WorkerThread
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretStoreState, SecretsUnavailable
from tests.service.delivery.delivery_fakes import SilentThread

SECRET = make_secret()
PASSPHRASE = Secret("صندوق correct horse")
T = TypeVar("T")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "data" / "secrets.vault"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with one secret, as an earlier start left it."""
    path = tmp_path_factory.mktemp("sealed") / "secrets.vault"
    store = VaultStore(path, PASSPHRASE)
    asyncio.run(store.store("webhook-1", SECRET))
    store.close()
    return path.read_bytes()


def write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return path


async def refused(store: VaultStore) -> SecretsUnavailable:
    with pytest.raises(SecretsUnavailable) as caught:
        await store.read("webhook-1")
    return caught.value


async def test_what_is_stored_is_read_by_another_start(path: Path) -> None:
    await VaultStore(path, PASSPHRASE).store("webhook-1", SECRET)
    again = VaultStore(path, PASSPHRASE)
    assert await again.read("webhook-1") == SECRET
    assert (await again.status()).state is SecretStoreState.ENCRYPTED_FILE


async def test_the_file_is_encrypted_private_and_leaves_nothing_next_to_it(path: Path) -> None:
    store = VaultStore(path, PASSPHRASE)
    await store.store("webhook-1", SECRET)
    data = path.read_bytes()
    assert data.startswith(MAGIC)
    for plain in (SECRET.text, "webhook-1", PASSPHRASE.text, "whsec"):
        assert plain.encode() not in data
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600
    assert {one.name for one in path.parent.iterdir()} <= {path.name, f"{path.name}.lock"}


@pytest.mark.skipif(os.name == "nt", reason="Windows opens no folder")
async def test_the_file_and_then_its_name_are_on_the_disk_when_it_returns(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut an unsynced file may have its name and no content."""
    steps: list[tuple[str, int]] = []
    sync, rename = os.fsync, os.replace

    def note_sync(number: int) -> None:
        steps.append(("sync", os.fstat(number).st_ino))
        sync(number)

    def note_rename(source: Path, target: Path) -> None:
        steps.append(("rename", os.stat(source).st_ino))  # noqa: PTH116 - as pathlib calls it
        rename(source, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "replace", note_rename)
    await VaultStore(path, PASSPHRASE).store("webhook-1", SECRET)
    file, folder = path.stat().st_ino, path.parent.stat().st_ino
    assert steps == [("sync", file), ("rename", file), ("sync", folder)]


async def test_removing(path: Path, sealed: bytes) -> None:
    store = VaultStore(write(path, sealed), PASSPHRASE)
    await store.remove("webhook-1")
    await store.remove("webhook-1")
    with pytest.raises(SecretMissing):
        await store.read("webhook-1")


async def test_no_file_yet_is_no_secret_and_no_fault(path: Path) -> None:
    store = VaultStore(path, PASSPHRASE)
    with pytest.raises(SecretMissing):
        await store.read("webhook-1")
    assert (await store.status()).is_usable
    assert not path.exists()


async def test_a_wrong_passphrase_is_named_and_changes_nothing(path: Path, sealed: bytes) -> None:
    wrong = VaultStore(write(path, sealed), Secret("wrong guess"))
    error = await refused(wrong)
    assert (error.state, "is not the one" in error.message) == (SecretStoreState.LOCKED, True)
    assert "COUNTERPART_VAULT_PASSPHRASE" in error.message
    assert str(path) in error.message
    assert "wrong guess" not in error.message + repr(wrong.__dict__)
    with pytest.raises(SecretsUnavailable):
        await wrong.store("webhook-2", SECRET)
    assert path.read_bytes() == sealed


@pytest.mark.parametrize("place", [0, 3, 8, 9, 10, 11, 30, 45, 60, 80, -40, -1])
async def test_a_damaged_file_is_named_as_such(path: Path, sealed: bytes, place: int) -> None:
    data = bytearray(sealed)
    data[place] ^= 0x41
    error = await refused(VaultStore(write(path, bytes(data)), PASSPHRASE))
    assert error.state is SecretStoreState.DAMAGED
    assert error.message == f"{path} is damaged; put it back from a copy, or remove it and rotate every target's secret"


@pytest.mark.parametrize("length", [0, 5, 60, 100])
async def test_a_file_cut_short_is_damaged(path: Path, sealed: bytes, length: int) -> None:
    store = VaultStore(write(path, sealed[:length]), PASSPHRASE)
    assert (await refused(store)).state is SecretStoreState.DAMAGED


async def test_a_whole_file_of_another_form_is_damaged_and_no_wrong_passphrase(path: Path, sealed: bytes) -> None:
    other = b"OTHERFRM" + sealed[8:-32]
    store = VaultStore(write(path, other + hashlib.sha256(other).digest()), PASSPHRASE)
    assert (await refused(store)).state is SecretStoreState.DAMAGED


async def test_a_whole_file_without_contents_is_damaged_and_no_wrong_passphrase(path: Path, sealed: bytes) -> None:
    head_and_nonce = sealed[: len(MAGIC) + PARAMETERS + SALT + CHECK + NONCE]
    store = VaultStore(write(path, head_and_nonce + hashlib.sha256(head_and_nonce).digest()), Secret("another"))
    assert (await refused(store)).state is SecretStoreState.DAMAGED


async def test_the_file_s_thread_has_a_name_and_ends_with_the_store(path: Path) -> None:
    before = set(threading.enumerate())
    store = VaultStore(path, PASSPHRASE)
    await store.open()
    (thread,) = set(threading.enumerate()) - before
    assert thread.name == "The encrypted file of secrets"
    store.close()
    await asyncio.to_thread(thread.join, 10)
    assert not thread.is_alive()


async def test_a_file_of_a_later_version_is_left_alone(path: Path, sealed: bytes) -> None:
    error = await refused(VaultStore(write(path, b"CPVAULT2" + sealed[8:]), PASSPHRASE))
    assert error.state is SecretStoreState.LOCKED
    assert error.message == f"{path} was written by a newer version of the program; update this one"


class ForgetfulDisk(WorkerThread):
    """Puts a file's earlier bytes back after each call."""

    def __init__(self, path: Path) -> None:
        super().__init__("test")
        self._path = path

    async def call(self, function: Callable[[], T], limit_s: float) -> T:
        before = self._path.read_bytes()
        result = await super().call(function, limit_s)
        self._path.write_bytes(before)
        return result


async def test_a_disk_that_loses_a_change_of_a_secret_is_noticed(path: Path, sealed: bytes) -> None:
    store = VaultStore(write(path, sealed), PASSPHRASE, thread=ForgetfulDisk(path))
    with pytest.raises(SecretsUnavailable) as caught:
        await store.store("webhook-1", make_secret(bytes))
    assert caught.value.state is SecretStoreState.DAMAGED
    assert caught.value.message.startswith(f"{path} did not return what was written; put it back from a copy")


async def test_a_disk_that_does_not_answer_is_said_after_15_seconds(path: Path) -> None:
    disk = SilentThread()
    error = await refused(VaultStore(path, PASSPHRASE, thread=disk))
    assert error.state is SecretStoreState.LOCKED
    assert error.message == f"{path} cannot be reached; check the disk it is on"
    assert disk.limits == [15.0]


@pytest.mark.parametrize("length", [None, 0])
async def test_the_state_names_the_file(path: Path, sealed: bytes, length: int | None) -> None:
    status = await VaultStore(write(path, sealed[:length]), PASSPHRASE).status()
    assert status.state is (SecretStoreState.ENCRYPTED_FILE if length is None else SecretStoreState.DAMAGED)
    assert str(path) in str(status.sentence)


async def test_a_file_that_another_process_holds_is_said_and_left_as_it_is(path: Path, sealed: bytes) -> None:
    store = VaultStore(write(path, sealed), PASSPHRASE, lock_limit_s=0.01)
    with FileLock(f"{path}.lock"), pytest.raises(SecretsUnavailable) as caught:
        await store.store("webhook-2", SECRET)
    assert caught.value.state is SecretStoreState.LOCKED
    assert caught.value.message == f"Another process keeps {path} locked; end it, then try again"
    assert path.read_bytes() == sealed


async def test_what_another_process_wrote_is_seen(path: Path) -> None:
    one, other = VaultStore(path, PASSPHRASE), VaultStore(path, PASSPHRASE)
    await one.store("webhook-1", SECRET)
    assert await other.read("webhook-1") == SECRET
    await other.store("webhook-1", make_secret(bytes))
    assert await one.read("webhook-1") != SECRET


WRITER = """
import asyncio, sys
from pathlib import Path
from bridge.secrets.vault_file import VaultStore
from service.domain.webhooks.webhook_secrets import Secret, SecretsUnavailable
async def keep(store, name, secret):
    while True:
        try:
            return await store.store(name, secret)
        except SecretsUnavailable as error:
            if not error.message.startswith("Another process keeps "):
                raise
async def main():
    store = VaultStore(Path(sys.argv[1]), Secret("p"), lock_limit_s=0.2)
    for number in range(10):
        await keep(store, f"{sys.argv[2]}-{number}", Secret(f"whsec_{sys.argv[2]}{number}"))
asyncio.run(main())
"""
"""Tries again what was refused because others had the lock: a busy computer may take longer."""


async def test_processes_writing_at_once_lose_nothing(path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in ("a", "b", "c")]
    assert [await asyncio.to_thread(writer.wait, 60) for writer in writers] == [0, 0, 0]
    store = VaultStore(path, Secret("p"))
    for name in ("a", "b", "c"):
        for number in range(10):
            assert (await store.read(f"{name}-{number}")).text == f"whsec_{name}{number}"


async def test_an_interrupted_write_leaves_the_old_file(path: Path) -> None:
    store = VaultStore(path, PASSPHRASE)
    await store.store("webhook-1", SECRET)
    leftover = path.with_name(f"{path.name}.{os.getpid()}.new")
    leftover.write_bytes(b"half")
    await store.store("webhook-2", SECRET)
    assert await VaultStore(path, PASSPHRASE).read("webhook-1") == SECRET
    assert not leftover.exists()


async def test_a_path_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / "file" / "secrets.vault"
    with pytest.raises(SecretsUnavailable) as caught:
        await VaultStore(path, PASSPHRASE).store("webhook-1", SECRET)
    assert caught.value.state is SecretStoreState.ENCRYPTED_FILE
    assert str(caught.value).startswith(f"{path} cannot be used: ")


@pytest.mark.usefixtures("real_costs")
def test_the_form_is_the_documented_one() -> None:
    key = new_key("p")
    data = encrypt({"a": "b"}, key)
    assert data[:11] == b"CPVAULT1" + bytes((15, 8, 1))
    assert len(data) == 8 + 3 + 16 + 16 + 12 + len(json.dumps({"a": "b"})) + 16 + 32
    assert "encrypting" not in repr(key)
