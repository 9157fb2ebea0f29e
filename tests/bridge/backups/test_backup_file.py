"""Encryption of a backup file, and what one says without being opened."""

from __future__ import annotations

import io
import os
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.backups.backup_file import (
    CHUNK,
    _attachment_length,
    create_encrypted,
    damaged_refusal,
    decrypt,
    describe,
    encrypt,
    encrypted_size,
    is_encrypted,
    read_backup_label,
    read_header,
)
from bridge.backups.backup_label import MANUAL, Label
from bridge.secrets.passphrase_key import DamagedError, NewerFormatError, WrongPassphraseError, derive_key
from service.domain.errors import Refused
from service.store.recovery.copies import CopyStopped
from tests.bridge.backups.backup_fixture import PHRASE, BackupFixture, ignore_progress
from tests.fakes.new_database import new_database


def encrypt_bytes(data: bytes, attachment: bytes = b"{}", phrase: str = "p") -> bytes:
    out = io.BytesIO()
    steps = list(encrypt(io.BytesIO(data), out, phrase, b"label", attachment))
    assert steps[-1] == len(data)
    return out.getvalue()


def decrypt_bytes(whole: bytes, phrase: str = "p") -> tuple[bytes, bytes]:
    source, out = io.BytesIO(whole), io.BytesIO()
    inset, *_ = decrypt(source, out, phrase, read_header(source))
    assert isinstance(inset, bytes)
    list(_)
    return inset, out.getvalue()


@pytest.mark.usefixtures("real_costs")
def test_a_new_file_costs_what_is_asked_now_and_says_so() -> None:
    out = io.BytesIO()
    list(encrypt(io.BytesIO(b"d"), out, "p", b"label", b"{}"))
    out.seek(0)
    assert read_header(out).parameters == bytes((15, 8, 1))
    assert decrypt_bytes(out.getvalue()) == (b"{}", b"d")


@pytest.mark.parametrize("length", [0, 1, CHUNK - 7, CHUNK - 6, CHUNK - 5, CHUNK, CHUNK + 1, 3 * CHUNK - 6])
@pytest.mark.parametrize("inset", [b"", b"{}", b"x" * (CHUNK + 3)], ids=["none", "small", "large"])
def test_every_length_comes_back(length: int, inset: bytes) -> None:
    data = bytes(range(256)) * (length // 256) + bytes(length % 256)
    whole = encrypt_bytes(data, inset)
    assert decrypt_bytes(whole) == (inset, data)
    head = read_header(io.BytesIO(whole))
    assert head.label == b"label"
    assert len(whole) == encrypted_size(head, len(inset), len(data))
    assert encrypt_bytes(data, inset) != whole


WHOLE = encrypt_bytes(b"d" * (CHUNK + 100))


@settings(max_examples=25)
@given(st.integers(0, len(WHOLE) - 1), st.integers(0, 7))
def test_no_changed_bit_passes(place: int, bit: int) -> None:
    broken = bytearray(WHOLE)
    broken[place] ^= 1 << bit
    with pytest.raises((DamagedError, NewerFormatError)):
        decrypt_bytes(bytes(broken))


def test_equal_chunks_are_encrypted_differently_within_a_file_and_between_files() -> None:
    """A nonce that came twice would give away that they are equal, and more."""
    chunks = set()
    for _ in range(2):
        whole = encrypt_bytes(b"d" * (4 * CHUNK))
        start, size = len(read_header(io.BytesIO(whole)).raw), CHUNK + 16
        chunks |= {whole[start + n * size : start + (n + 1) * size] for n in range(1, 4)}
    assert len(chunks) == 6


def test_no_nonce_prefix_comes_twice() -> None:
    assert len({read_header(io.BytesIO(encrypt_bytes(b"d"))).prefix for _ in range(4)}) == 4


def test_chunks_cannot_be_cut_off_doubled_or_moved() -> None:
    whole = encrypt_bytes(b"d" * (3 * CHUNK))
    start = len(read_header(io.BytesIO(whole)).raw)
    size = CHUNK + 16
    chunks = [whole[start + n * size : start + (n + 1) * size] for n in range(4)]
    for order in ([0, 1, 2], [0, 1], [0], [1, 0, 2, 3], [0, 0, 1, 2, 3], [0, 2, 3], [0, 1, 2, 3, 3]):
        with pytest.raises(DamagedError):
            decrypt_bytes(whole[:start] + b"".join(chunks[n] for n in order))


@pytest.mark.parametrize(("length", "passes"), [(64 * 1024, True), (64 * 1024 + 1, False)])
def test_a_label_has_64_kib_at_most(length: int, passes: bool) -> None:
    """Nobody's file makes the program read more before its passphrase is checked."""
    out = io.BytesIO()
    list(encrypt(io.BytesIO(b"d"), out, "p", b"l" * length, b"{}"))
    out.seek(0)
    if passes:
        assert read_header(out).label == b"l" * length
    else:
        with pytest.raises(DamagedError):
            read_header(out)


def test_an_attachment_has_64_mib_at_most() -> None:
    assert _attachment_length(struct.pack(">I", 64 * 1024 * 1024)) == 64 * 1024 * 1024
    with pytest.raises(DamagedError):
        _attachment_length(struct.pack(">I", 64 * 1024 * 1024 + 1))


def test_the_head_alone_tells_wrong_passphrases_and_later_forms() -> None:
    with pytest.raises(WrongPassphraseError):
        decrypt_bytes(WHOLE, "q")
    with pytest.raises(NewerFormatError):
        decrypt_bytes(WHOLE[:8] + b"\x02" + WHOLE[9:])
    assert "encrypting" not in repr(derive_key("p", bytes((10, 1, 1)), b"s" * 16, b"a purpose"))


@pytest.mark.parametrize(
    ("data", "sealed"), [(b"CPBACKUP", True), (b"CPBACKUP\x01 and more", True), (b"CPBACKU", False), (b"", False)]
)
def test_a_file_is_known_by_its_first_eight_bytes(tmp_path: Path, data: bytes, sealed: bool) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    assert is_encrypted(file) is sealed


def test_the_plain_copy_of_an_encrypted_backup_is_hidden_and_goes(tmp_path: Path) -> None:
    """A program that is killed leaves it: nothing then takes it for a backup."""
    database = new_database(tmp_path / "data")
    seen: set[str] = set()

    def look() -> bool:
        seen.update(file.name for file in database.parent.iterdir())
        return ".backup-in-the-making.db" in seen

    with pytest.raises(CopyStopped):
        create_encrypted(database, tmp_path / "sealed", Label(0, MANUAL), "p", {}, lambda _done, _total: None, look)
    assert {name for name in seen if not name.startswith((".", database.name))} == set()
    assert [file.name for file in tmp_path.iterdir()] == ["data"]
    assert not [file for file in database.parent.iterdir() if file.name.startswith(".")]


def test_a_file_that_is_no_backup_has_the_time_of_its_last_change(tmp_path: Path) -> None:
    file = tmp_path / "a.cpbackup"
    file.write_bytes(b"no backup")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    found = describe(file)
    assert (found.at, found.size, found.verified, found.encrypted) == (1_700_000_000_000, 9, False, False)
    assert read_backup_label(file) is None


def test_an_index_that_does_not_match_its_table_is_damage(yard: BackupFixture) -> None:
    file = Path(yard.backups.back_up(None, ignore_progress).path)
    with closing(sqlite3.connect(file)) as db:
        ((root, size, folded),) = db.execute(
            "SELECT rootpage, page_size, folded FROM sqlite_schema AS s, pragma_page_size, items "
            "WHERE s.name = 'items_by_sku'"
        )
    data = bytearray(file.read_bytes())
    start = (root - 1) * size
    data[data.index(folded.encode(), start, start + size)] ^= 1
    file.write_bytes(data)
    with pytest.raises(Refused) as caught:
        yard.backups.inspect(str(file), None)
    expected = damaged_refusal(file)
    assert (caught.value.code, caught.value.message) == (expected.code, expected.message)


def test_a_damaged_file_is_refused_by_its_name() -> None:
    refusal = damaged_refusal(Path("stick") / "a.cpbackup")
    assert refusal.code == "backup_not_good"
    assert refusal.message == "a.cpbackup is damaged, or is no backup of Counterpart. Choose another backup."


@pytest.mark.parametrize("length", [20, 200, 4_000])
def test_an_encrypted_backup_that_was_cut_short_is_listed_as_not_sound(yard: BackupFixture, length: int) -> None:
    file = Path(yard.backups.back_up(None, ignore_progress, PHRASE).path)
    assert describe(file).verified
    file.write_bytes(file.read_bytes()[:length])
    found = describe(file)
    assert (found.verified, found.size) == (False, file.stat().st_size)


def test_what_is_no_regular_file_is_no_backup(yard: BackupFixture, tmp_path: Path) -> None:
    """Opening a FIFO would wait for a writer that never comes."""
    fifo = tmp_path / "a.cpbackup"
    os.mkfifo(fifo)
    for odd in (fifo, tmp_path):
        with pytest.raises(Refused) as caught:
            yard.backups.inspect(str(odd), None)
        assert caught.value.message == damaged_refusal(odd).message
