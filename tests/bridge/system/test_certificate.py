"""The files of the certificate: what stays the same, what is made again, and who may read them."""

from __future__ import annotations

import os
import ssl
import stat
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat
from filelock import FileLock

from bridge.system import certificate as making
from bridge.system.certificate import (
    AUTHORITY_FILE,
    AUTHORITY_KEY,
    KEY_FILES,
    SERVER_FILE,
    SERVER_KEY,
    CertificateFolder,
)
from service.domain.certificate import AUTHORITY_LIFE, LIFE, RENEW_BEFORE
from service.domain.errors import NotFound, Unavailable
from service.domain.sentences import message
from service.domain.times import DAY, SystemClock
from tests.fakes.certificates import ADDRESS, make_caller_context, make_folder
from tests.fakes.clock import START

APPLES_MOST = 825 * DAY
NOW = SystemClock().now()


def test_a_key_is_read_back_and_has_the_same_pin() -> None:
    key = making.make_key()
    again = making.decode_key(making.encode_key(key))
    assert isinstance(key.curve, ec.SECP256R1)
    assert making.read_pin(again.public_key()) == making.read_pin(key.public_key())
    assert making.read_pin(making.make_key().public_key()) != making.read_pin(key.public_key())


def test_a_foreign_key_is_refused() -> None:
    other = rsa.generate_private_key(65537, 2048).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    locked = making.make_key().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x"))
    for data in (other, locked, b"", b"-----BEGIN PRIVATE KEY-----"):
        with pytest.raises(ValueError, match=r".+"):
            making.decode_key(data)


def test_the_authority_signs_certificates_and_no_further_authority() -> None:
    key = making.make_key()
    authority = making.make_authority(key, "a" * 200, START)
    limits = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (limits.critical, limits.value.ca, limits.value.path_length) == (True, True, 0)
    assert making.to_millis(authority.not_valid_after_utc) // 1000 == (START + AUTHORITY_LIFE) // 1000


def test_a_certificate_is_valid_since_yesterday_for_a_time_that_every_system_accepts() -> None:
    keys = making.make_key(), making.make_key()
    authority = making.make_authority(keys[0], "shop-pc", START)
    made = making.make_certificate(keys[1], authority, keys[0], ("shop-pc", "10.0.0.5", "fd00::1"), START)
    assert making.read_names(made) == ("shop-pc", "10.0.0.5", "fd00::1")
    assert making.to_millis(made.not_valid_before_utc) <= START - DAY
    assert making.to_millis(made.not_valid_after_utc) // 1000 == (START + LIFE) // 1000
    assert LIFE + DAY < APPLES_MOST
    assert making.is_signed_by(made, keys[1], authority, keys[0])
    assert not making.is_signed_by(made, keys[0], authority, keys[0])
    assert not making.is_signed_by(made, keys[1], making.make_authority(keys[1], "x", START), keys[1])


@pytest.fixture
def folder(tmp_path: Path) -> CertificateFolder:
    return make_folder(tmp_path)


def shake_hands(server: ssl.SSLContext, caller: ssl.SSLContext, name: str) -> None:
    """A whole handshake in memory. Raises SSLError where the caller refuses the certificate."""
    to_server, to_caller = ssl.MemoryBIO(), ssl.MemoryBIO()
    far = server.wrap_bio(to_server, to_caller, server_side=True)
    near = caller.wrap_bio(to_caller, to_server, server_hostname=name)
    for _ in range(4):
        for side in (near, far):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    assert near.version() in ("TLSv1.2", "TLSv1.3")


def files_of(folder: CertificateFolder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.path.iterdir() if not path.name.endswith(".lock")}


def test_a_caller_that_trusts_the_authority_accepts_each_name(tmp_path: Path, folder: CertificateFolder) -> None:
    server = folder.load(("till.example", "fd00::1"), NOW).context
    caller = make_caller_context(tmp_path)
    for name in ("localhost", "127.0.0.1", "shop-pc", "shop-pc.local", ADDRESS, "till.example", "fd00::1"):
        shake_hands(server, caller, name)
    with pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"):
        shake_hands(server, caller, "other-pc.local")


def test_looking_for_it_makes_nothing(folder: CertificateFolder) -> None:
    assert folder.find() is None
    with pytest.raises(NotFound, match="There is no certificate yet"):
        folder.renew((), NOW)
    assert not folder.path.exists()


def test_it_is_the_same_until_something_changes(tmp_path: Path, folder: CertificateFolder) -> None:
    first = folder.load((), NOW)
    assert folder.load((), NOW + DAY) is first
    assert make_folder(tmp_path).load((), NOW + DAY).certificate == first.certificate
    assert folder.find() == first.certificate


@pytest.mark.parametrize("hosts", [(), ("new.example",)])
def test_a_renewed_one_has_the_same_pin_and_authority(
    tmp_path: Path, folder: CertificateFolder, hosts: tuple[str, ...]
) -> None:
    first, before = folder.load((), NOW).certificate, files_of(folder)
    later = NOW + (0 if hosts else LIFE - RENEW_BEFORE)
    second = folder.load(hosts, later)
    assert second.certificate.pin == first.pin
    assert second.certificate.authority_not_after == first.authority_not_after
    assert second.certificate.not_after >= first.not_after
    assert set(hosts) <= set(second.certificate.names)
    after = files_of(folder)
    assert [name for name in after if after[name] != before[name]] == [SERVER_FILE]
    if hosts:
        shake_hands(second.context, make_caller_context(tmp_path), hosts[0])


def test_a_moved_computer_gets_its_new_address_with_the_same_pin(tmp_path: Path) -> None:
    first = make_folder(tmp_path).load((), NOW).certificate
    second = make_folder(tmp_path, "counter-2", ("10.0.0.9",)).load((), NOW).certificate
    assert second.pin == first.pin
    assert {"counter-2.local", "10.0.0.9"} <= set(second.names)
    assert ADDRESS not in second.names


def test_a_clock_set_back_gets_a_certificate_that_is_valid_then(folder: CertificateFolder) -> None:
    first = folder.load((), NOW + 400 * DAY).certificate
    second = folder.load((), NOW).certificate
    assert second.not_before <= NOW < second.not_after
    assert second.pin == first.pin


def test_a_replaced_one_has_another_pin_and_callers_refuse_it(tmp_path: Path, folder: CertificateFolder) -> None:
    first, caller = folder.load((), NOW), make_caller_context(tmp_path)
    other_process = make_folder(tmp_path)
    replaced = other_process.replace((), NOW)
    assert replaced.pin != first.certificate.pin
    seen = folder.load((), NOW)
    assert seen.certificate == replaced
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(seen.context, caller, "localhost")
    shake_hands(seen.context, make_caller_context(tmp_path), "localhost")


def test_renewing_by_hand_keeps_the_pin(folder: CertificateFolder) -> None:
    first, before = folder.load((), NOW).certificate, files_of(folder)
    assert folder.renew(("new.example",), NOW).pin == first.pin
    assert files_of(folder)[SERVER_FILE] != before[SERVER_FILE]


@pytest.mark.skipif(os.name != "posix", reason="Windows protects the profile's folders itself")
def test_only_its_user_may_read_the_keys(folder: CertificateFolder) -> None:
    folder.load((), NOW)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    for name in KEY_FILES:
        assert stat.S_IMODE((folder.path / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("name", KEY_FILES)
@pytest.mark.parametrize("content", [None, b"", b"no key", "PKCS1"])
def test_a_key_that_is_lost_or_damaged_is_said_and_never_replaced(
    folder: CertificateFolder, name: str, content: bytes | str | None
) -> None:
    folder.load((), NOW)
    key = folder.path / name
    if content is None:
        key.unlink()
    else:
        key.write_bytes(content if isinstance(content, bytes) else (folder.path / SERVER_FILE).read_bytes())
    before = files_of(folder)
    fresh = CertificateFolder(folder.path.parent)
    for ask in (fresh.find, lambda: fresh.load((), NOW)):
        with pytest.raises(Unavailable, match=r"cannot be used: .* every till must then pin the new one") as caught:
            ask()
        assert "PRIVATE" not in caught.value.message
    assert files_of(folder) == before


def test_a_first_making_that_was_interrupted_is_done_again(folder: CertificateFolder) -> None:
    folder.load((), NOW)
    for name in (SERVER_KEY, SERVER_FILE, AUTHORITY_FILE):
        (folder.path / name).unlink()
    assert folder.load((), NOW).certificate.names


def test_a_replacement_that_was_interrupted_leaves_files_that_fit(tmp_path: Path, folder: CertificateFolder) -> None:
    first = folder.load((), NOW).certificate
    stranger = make_folder(tmp_path / "other")
    stranger.load((), NOW)
    (folder.path / AUTHORITY_KEY).write_bytes((stranger.path / AUTHORITY_KEY).read_bytes())
    mended = CertificateFolder(tmp_path, host_name=lambda: "shop-pc", addresses=lambda: ()).load((), NOW)
    assert mended.certificate.pin == first.pin
    shake_hands(mended.context, make_caller_context(tmp_path), "localhost")


@pytest.mark.parametrize("name", [AUTHORITY_FILE, SERVER_FILE])
def test_a_lost_certificate_is_made_again_with_the_same_key(folder: CertificateFolder, name: str) -> None:
    first = folder.load((), NOW).certificate
    (folder.path / name).write_bytes(b"garbage")
    assert CertificateFolder(folder.path.parent).load((), NOW).certificate.pin == first.pin


def test_a_file_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "certificate").write_text("a file")
    with pytest.raises(Unavailable, match=r"^The certificate in .* cannot be used: "):
        make_folder(tmp_path).load((), NOW)


def test_a_lock_that_another_process_keeps_is_one_sentence(folder: CertificateFolder) -> None:
    folder.load((), NOW)
    impatient = CertificateFolder(folder.path.parent, lock_wait_s=0.05)
    with (
        FileLock(folder.path / "certificate.lock"),
        pytest.raises(Unavailable, match="another process keeps it locked"),
    ):
        impatient.find()


class KeysOfAll:
    """The shared keys of two computers; `fault` is raised in their place."""

    def __init__(self) -> None:
        self.keys: bytes | None = b""
        self.fault: Unavailable | None = None

    def read(self) -> bytes | None:
        if self.fault is not None:
            raise self.fault
        return self.keys

    def write(self, keys: bytes) -> None:
        if self.fault is not None:
            raise self.fault
        self.keys = keys


def make_two(folder: Path, shared: KeysOfAll) -> list[CertificateFolder]:
    one, two = folder / "one", folder / "two"
    return [
        CertificateFolder(one, shared, host_name=lambda: "one", addresses=lambda: (ADDRESS,)),
        CertificateFolder(two, shared, host_name=lambda: "two", addresses=lambda: (ADDRESS,)),
    ]


def test_computers_that_share_keys_have_one_pin_one_authority_and_names_of_their_own(tmp_path: Path) -> None:
    one, two = make_two(tmp_path, KeysOfAll())
    alone = CertificateFolder(tmp_path / "two", host_name=lambda: "two", addresses=lambda: (ADDRESS,))
    assert alone.load((), NOW).certificate.pin != one.load((), NOW).certificate.pin
    certificates = [folder.load((), NOW).certificate for folder in (one, two)]
    assert certificates[0].pin == certificates[1].pin
    assert one.authority_file.read_bytes() == two.authority_file.read_bytes()
    assert ["two" in certificate.names for certificate in certificates] == [False, True]
    for folder in (one, two):
        shake_hands(folder.load((), NOW).context, make_caller_context(tmp_path / "one"), ADDRESS)
    assert two.load((), NOW) is two.load((), NOW)


def test_new_keys_of_one_computer_are_those_of_the_other_at_its_next_look(tmp_path: Path) -> None:
    one, two = make_two(tmp_path, KeysOfAll())
    before = [folder.load((), NOW).certificate.pin for folder in (one, two)]
    replaced = one.replace((), NOW)
    assert replaced.pin != before[0]
    assert [folder.load((), NOW).certificate.pin for folder in (one, two)] == [replaced.pin] * 2
    assert two.renew((), NOW).pin == replaced.pin


def test_keys_that_cannot_be_shared_are_not_replaced_and_a_computer_that_has_not_joined_has_none(
    tmp_path: Path,
) -> None:
    shared = KeysOfAll()
    one, two = make_two(tmp_path, shared)
    pin = one.load((), NOW).certificate.pin
    shared.fault = Unavailable(message("not joined"))
    with pytest.raises(Unavailable, match="not joined"):
        one.replace((), NOW)
    with pytest.raises(Unavailable, match="not joined"):
        two.load((), NOW)
    shared.fault, keys, shared.keys = None, shared.keys, None
    assert one.load((), NOW).certificate.pin == pin, "its own files, while the database is away"
    shared.keys = keys
    assert two.load((), NOW).certificate.pin == pin


def test_a_damaged_key_is_put_right_where_it_is_shared(tmp_path: Path) -> None:
    one = make_two(tmp_path, KeysOfAll())[0]
    pin = one.load((), NOW).certificate.pin
    (one.path / SERVER_KEY).write_bytes(b"damaged")
    assert one.load((), NOW).certificate.pin == pin
