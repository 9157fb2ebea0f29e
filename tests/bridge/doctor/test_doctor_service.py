"""The self-test and the support bundle."""

from __future__ import annotations

import errno
import logging
import os
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from bridge.doctor.doctor_facts import BundleFacts, read_self_test_facts
from bridge.doctor.doctor_service import CertificateCheck, DoctorService, ListenState, make_bundle, write_bundle
from bridge.doctor.self_test_checks import (
    check_backups,
    check_disk,
    check_keyring,
    check_link,
    check_pull_file,
    check_target,
)
from bridge.system.certificate import SERVER_KEY, CertificateFolder
from bridge.system.paths import database_file
from bridge.system.program_log import open_program_log
from service.domain.call_log.calls import Call
from service.domain.certificate import AUTHORITY_LIFE, LIFE
from service.domain.errors import Unavailable
from service.domain.link.link_state import Link, LinkState
from service.domain.pull.pulls import PullSetup, PullSource
from service.domain.sentences import verbatim
from service.domain.times import DAY, Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretStoreStatus
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.store import Store
from service.store.keys import add_key
from service.store.link.links import put_link
from service.store.pulls import keep_source
from service.store.settings import write_setting
from service.usecases.link.report_link import LinkReport
from tests.bridge.backups.backup_fixture import PHRASE, WHSEC, BackupFixture
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.certificates import make_folder
from tests.fakes.clock import START
from tests.fakes.postgres_server import OwnDatabase
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target
from ui.backend.host_port import BundlePart, CheckLine, CheckState
from ui.backend.settings_port import Backup

KEY = "cp_live_PLANTED0123456789abcd"
PLANTED = {
    "a key": KEY,
    "a webhook secret": WHSEC,
    "the passphrase": PHRASE,
    "a buyer's name": "Fatima Al-Khalifa",
    "a telephone number": "36001122",
    "a reason": "REASON-the engine was sold",
    "what a buyer asked for": "RFQ-left mirror of my car",
    "a query": "QUERY-token-77",
    "a target's token": "TARGET-token-88",
    "a target's user": "hookuser",
    "a target's host": "secret-host.example",
    "a name in a call": "KEYNAME-of Hassan",
    "a shop's name": "SHOPNAME-Muharraq Parts",
    "a folder": "/home/fatima-folder",
    "a host's name": "fatima-pc.local",
}
ALL = " ".join(PLANTED.values())


@pytest.fixture
def logged(yard: BackupFixture) -> Iterator[BackupFixture]:
    """The yard with a log, and everything planted everywhere."""
    root = logging.getLogger()
    before = list(root.handlers)
    open_program_log(yard.folder, to_screen=False)
    plant_private_data(yard)
    yield yard
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
        handler.close()


def plant_private_data(yard: BackupFixture) -> None:
    floor = yard.floor
    floor.write(lambda tx: tx.update("UPDATE shops SET name = ?", (PLANTED["a shop's name"],)))
    floor.write(lambda tx: add_key(tx, floor.shop.id, ALL, "cp_live_x", yard.clock.now()))
    floor.upload({"sku": "P-1", "name": ALL, "quantity": 9, "price_fils": 5})
    floor.cancel(floor.place("P-1", vehicle={"make": ALL[:50], "model": "X"}), PLANTED["a reason"])
    url = "https://hookuser:pw@secret-host.example:1/TARGET-token-88?QUERY-token-77"
    target = add_target(floor, url, note=ALL, name=ALL)
    yard.secrets.secrets[target.secret_name] = Secret(WHSEC)
    floor.write(lambda tx: write_setting(tx, "backup_folder", PLANTED["a folder"]))
    floor.write(lambda tx: write_setting(tx, "allowed_hosts", PLANTED["a host's name"]))
    for path, error in ((f"/v1/items?q={ALL}", ALL), ("/v1/orders/Fatima/accept", "bad_request"), (f"/v1/{ALL}", None)):
        call = Call(
            0, yard.clock.now(), floor.shop.id, None, PLANTED["a name in a call"], "127.0.0.1", ALL, path, 400, 1, 1, 1,
            error, ALL, (ALL,),
        )  # fmt: skip
        packed = PackedBodies(pack_body(ALL.encode()), pack_body(ALL.encode()))
        floor.write(lambda tx, call=call, packed=packed: add_call(tx, call, packed))  # type: ignore[misc]
    own = logging.getLogger("service.somewhere")
    own.warning("Order of %s refused: %s", PLANTED["a buyer's name"], ALL)
    logging.getLogger("aiohttp").error(ALL)
    try:
        raise Unavailable(verbatim(ALL))
    except Unavailable as error:
        own.exception("It went wrong")
        error.add_note(ALL)
        own.error("Again: %r", error)
    # Whatever an older version or another program wrote there.
    with (yard.folder / "logs" / "counterpart.log").open("a", encoding="utf-8") as log:
        log.write(ALL)


def make_doctor(yard: BackupFixture, *, port: int = 1) -> DoctorService:
    assert yard.store is not None
    store = yard.store
    return DoctorService(
        yard.folder,
        yard.clock,
        lambda: ListenState(listening=False, port=port),
        yard.secrets,
        lambda work: store.submit_read(work).result(20),
        lambda: True,
        timezone(timedelta(hours=3)),
    )


def test_nothing_planted_comes_out(logged: BackupFixture, tmp_path: Path) -> None:
    maker = make_doctor(logged)
    parts = maker.bundle_parts()
    maker.save_bundle(str(tmp_path / "bundle.zip"))
    with zipfile.ZipFile(tmp_path / "bundle.zip") as saved:
        assert {name: saved.read(name).decode() for name in saved.namelist()}.keys() == {part.name for part in parts}
        whole = "\n".join(name + saved.read(name).decode("utf-8") for name in saved.namelist())
    for what, secret in PLANTED.items():
        assert secret not in whole, what
        for word in secret.split():
            assert word not in whole or len(word) < 5, (what, word)
    assert "It went wrong" in whole
    assert "service.domain.errors.Unavailable" in whole


def test_what_helps_support_is_in_it(logged: BackupFixture) -> None:
    texts = {part.name: part.text for part in make_doctor(logged).bundle_parts()}
    assert set(texts) == {
        "about.txt", "settings.txt", "self-test.txt", "counts.json", "links.json", "keys.csv", "calls.csv",
        "deliveries.csv", "audit.csv", "program.log",
    }  # fmt: skip
    assert "start_at_login: True" in texts["settings.txt"], "the system's entry, not the stored setting"
    assert "/v1/orders/…/action,400" in texts["calls.csv"]
    assert "bad_request" in texts["calls.csv"]
    assert "backup_folder: set" in texts["settings.txt"]
    assert "good  database It is sound" in texts["self-test.txt"]
    assert "bad   target" in texts["self-test.txt"]
    assert '"items": 2' in texts["counts.json"]


def test_calls_are_told_apart_by_key_and_notes(yard: BackupFixture) -> None:
    floor = yard.floor
    notes = (
        "fields ignored: price_fil, Fatima Al-Khalifa",
        "row 0 (SKU-9): price_fils: must be an integer of 0 or more; name: must not be blank",
        "3 more rows were rejected; the answer names them all",
    )
    call = Call(0, yard.clock.now(), floor.shop.id, 7, "Till", "127.0.0.1", "POST", "/v1/items", 200, 1, 1, 1, None,
                None, notes)  # fmt: skip
    floor.write(lambda tx: add_call(tx, call, PackedBodies(pack_body(b""), pack_body(b""))))
    texts = {part.name: part.text for part in make_doctor(yard).bundle_parts()}
    row = texts["calls.csv"].splitlines()[1]
    assert row.split(",")[1:4] == ["7", "POST", "/v1/items"]
    assert row.endswith(",rejected 4: price_fils name; ignored: price_fil")


def test_deliveries_and_keys_are_in_it(yard: BackupFixture) -> None:
    floor = yard.floor
    target = add_target(floor)
    key = floor.write(lambda tx: add_key(tx, floor.shop.id, "Till", "cp_live_x", yard.clock.now()))
    floor.upload({"sku": "P-1", "name": "Pads", "quantity": 9, "price_fils": 5})
    floor.place("P-1")
    texts = {part.name: part.text for part in make_doctor(yard).bundle_parts()}
    assert f",{target.id},order.placed,0,waiting,0," in texts["deliveries.csv"]
    assert texts["keys.csv"].splitlines()[-1].startswith(f"{key.id},cp_live_x,{floor.shop.id},")


def test_moments_are_in_the_owners_time(yard: BackupFixture) -> None:
    lines = {line.code: line for line in make_doctor(yard).self_test(lambda _: None)}
    there = datetime.fromtimestamp(yard.clock.now() / 1000, timezone(timedelta(hours=3)))
    assert str(lines["clock"].finding) == f"The clock says {there:%Y-%m-%d %H:%M}."


def test_sizes_are_those_that_are_saved_and_a_place_that_cannot_be_is_told(tmp_path: Path) -> None:
    parts = make_bundle(tmp_path, BundleFacts(), (), starts_at_login=False)
    assert all(part.size == len(part.text.encode()) for part in parts)
    with pytest.raises(Unavailable, match="cannot be written"):
        write_bundle(tmp_path / "no" / "folder.zip", parts)


@pytest.mark.skipif(os.name != "posix", reason="on Windows only an administrator makes links")
def test_a_link_that_was_planted_in_its_way_leads_nowhere(tmp_path: Path) -> None:
    victim = tmp_path / "letter.txt"
    victim.write_text("the owner's", encoding="ascii")
    (tmp_path / ".support.zip.part").symlink_to(victim)
    (tmp_path / "support.zip").symlink_to(victim)
    write_bundle(tmp_path / "support.zip", [BundlePart("about.txt", 4, "text")])
    assert victim.read_text(encoding="ascii") == "the owner's"
    with zipfile.ZipFile(tmp_path / "support.zip") as saved:
        assert saved.namelist() == ["about.txt"]


def test_the_self_test_names_what_is_wrong_and_what_to_do(logged: BackupFixture, tmp_path: Path) -> None:
    lines = {line.code: line for line in make_doctor(logged).self_test(lambda _: None)}
    assert list(lines) == [
        "port", "host_guard", "health", "database", "folder", "disk", "clock", "keyring", "backups", "target", "audit",
        "search", "libraries", "version",
    ]  # fmt: skip
    assert "Plug the stick in" in str(lines["backups"].finding)
    assert lines["keyring"].state.value == "good"
    assert not [name for name in logged.secrets.secrets if name.startswith("probe-")], "the probe was removed"
    assert all(line.fix for line in lines.values() if line.state.value == "bad")


def test_each_shops_nightly_file_is_looked_for(yard: BackupFixture, tmp_path: Path) -> None:
    there = tmp_path / "stock.csv"
    there.write_text("SKU\nA\n", encoding="utf-8")
    floors = [yard.floor, *(ShopFixture.fresh(yard.floor.store, clock=yard.clock) for _ in range(2))]
    for floor, path in zip(floors, (there, tmp_path / "gone.csv", there), strict=True):
        source = PullSource(floor.shop.id, PullSetup(str(path), ""), 120, 0)
        yard.location.write(lambda tx, source=source: keep_source(tx, source))  # type: ignore[misc]
    lines = [line for line in make_doctor(yard).self_test(lambda _: None) if line.code == "pull_file"]
    assert sorted((line.state.value, str(line.finding)) for line in lines) == [
        ("good", f"{there} is there."),
        ("warn", f"{tmp_path / 'gone.csv'} is not there."),
    ]


def test_a_file_of_another_computer_is_not_looked_for_and_an_address_is_no_file(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "counterpart.db", OwnDatabase())) as store:
        shops = [ShopFixture.fresh(store).shop.id for _ in range(2)]
        sources = [
            PullSource(shops[0], PullSetup("/till/stock.csv", ""), 120, 0, computer="till-2"),
            PullSource(shops[1], PullSetup("https://example.com/stock.csv", ""), 120, 0),
        ]
        for source in sources:
            store.submit(lambda tx, source=source: keep_source(tx, source)).result()  # type: ignore[misc]
        facts = store.submit_read(lambda db: read_self_test_facts(db, tmp_path, 0)).result()
    assert facts.pull_files == ((Path("/till/stock.csv"), "till-2"),)
    line = check_pull_file(*facts.pull_files[0])
    assert (line.state.value, str(line.finding)) == ("good", "/till/stock.csv is read at till-2.")


@pytest.mark.parametrize("state", [SecretStoreState.LOCKED, SecretStoreState.ABSENT, SecretStoreState.DAMAGED])
def test_a_keyring_that_cannot_be_used_is_told(yard: BackupFixture, state: SecretStoreState) -> None:
    yard.secrets.state = state
    lines = {line.code: line for line in make_doctor(yard).self_test(lambda _: None)}
    assert lines["keyring"].state.value == "bad"


def test_a_keyring_that_forgets_or_keeps_what_it_should_not_is_told(yard: BackupFixture) -> None:
    class Keeps(FakeSecretStore):
        async def remove(self, name: str) -> None:
            return

    class Mixes(FakeSecretStore):
        async def read(self, name: str) -> Secret:
            return Secret("another")

    for store, told in ((Keeps(), "still holds"), (Mixes(), "something else")):
        yard.secrets = store
        lines = {line.code: line for line in make_doctor(yard).self_test(lambda _: None)}
        assert told in str(lines["keyring"].finding)


def test_a_damaged_database_keeps_no_other_check_from_being_made(yard: BackupFixture) -> None:
    yard.close()
    database_file(yard.folder).write_bytes(b"damaged" * 1000)

    def fail(_work: object) -> object:
        raise Unavailable(verbatim("The database is damaged."))

    listens = ListenState(listening=False, port=1)
    maker = DoctorService(yard.folder, yard.clock, lambda: listens, yard.secrets, fail, lambda: False)  # type: ignore[arg-type]
    lines = {line.code: line for line in maker.self_test(lambda _: None)}
    assert lines["database"].state.value == "bad"
    assert lines["version"].state.value == "good"


def test_no_odd_place_keeps_the_other_checks_from_being_made(yard: BackupFixture, tmp_path: Path) -> None:
    """A label of a name has at most 63 characters,
    which Python says in an error of its own kind.
    """
    target = replace(add_target(yard.floor), url=f"http://{'a' * 64}.example/")
    assert check_target("till", target).state.value == "bad"
    assert check_disk(tmp_path / "not" / "there").state.value == "good"

    def away() -> Backup:
        raise OSError(errno.EIO, "Input/output error")

    assert check_backups(away, yard.clock.now()).state.value == "bad"


def test_what_is_locked_alone_is_to_be_unlocked() -> None:
    absent = check_keyring(
        lambda: SecretStoreStatus(SecretStoreState.ABSENT, verbatim("There is no keyring")), needed=True
    )
    locked = check_keyring(lambda: SecretStoreStatus(SecretStoreState.LOCKED, verbatim("It is locked")), needed=True)
    assert (str(absent.fix), str(locked.fix)) == (
        "",
        "Unlock the keyring, or log in again; then run this test again.",
    )


@pytest.mark.parametrize(
    ("state", "parked", "expected"),
    [
        (LinkState.CONNECTED, 0, "good"),
        (LinkState.CONNECTED, 2, "warn"),
        (LinkState.WAITING, 0, "warn"),
        (LinkState.HELD, 0, "warn"),
        (LinkState.OFF, 0, "warn"),
        (LinkState.REFUSED, 0, "bad"),
    ],
)
def test_the_self_test_says_how_the_link_is(state: LinkState, parked: int, expected: str) -> None:
    report = LinkReport("https://market.example", state, "As it is.", None, 0, None, 0, parked, 0, False, None)
    line = check_link(report)
    assert (line.code, line.state.value, str(line.finding)) == ("link", expected, "As it is.")
    assert bool(str(line.fix)) == (expected != "good")


def test_the_bundle_has_the_link_without_its_address(logged: BackupFixture) -> None:
    shop = logged.floor
    link = Link(shop.shop.id, "https://secret-host.example", "webhook-7", True, False, False, False, 1)
    shop.write(lambda tx: put_link(tx, link))
    texts = {part.name: part.text for part in make_doctor(logged).bundle_parts()}
    assert '"state": "waiting"' in texts["links.json"]
    assert "secret-host" not in texts["links.json"]
    assert "link" in texts["self-test.txt"]


def look(folder: CertificateFolder, now: Millis = START, hosts: tuple[str, ...] = ()) -> CheckLine:
    return CertificateCheck(folder, hosts, now, UTC).check()


@pytest.fixture
def made(tmp_path: Path) -> CertificateFolder:
    folder = make_folder(tmp_path)
    folder.load((), START)
    return folder


def test_a_good_one_is_shown_with_its_end_and_names(made: CertificateFolder) -> None:
    line = look(made)
    assert line.state is CheckState.GOOD
    assert "until 2028-11-19" in str(line.finding)
    assert "shop-pc.local, 127.0.0.1, 192.168.1.20" in str(line.finding)


def test_before_the_first_start_there_is_none(tmp_path: Path) -> None:
    assert look(make_folder(tmp_path)).state is CheckState.WARN


def test_names_that_changed_and_an_end_that_is_near_are_renewed_by_the_program(
    made: CertificateFolder, tmp_path: Path
) -> None:
    moved = make_folder(tmp_path, addresses=("10.0.0.9",))
    for line in (look(moved), look(made, hosts=("new.example",)), look(made, START + LIFE - DAY)):
        assert line.state is CheckState.WARN
        assert "renews it automatically, with the same pin" in str(line.fix)


def test_an_authority_near_its_end_is_said_two_years_before(made: CertificateFolder) -> None:
    late = START + AUTHORITY_LIFE - LIFE + DAY
    made.renew((), late)
    line = look(made, late)
    assert line.state is CheckState.WARN
    assert "pin every till again" in str(line.fix)


@pytest.mark.skipif(os.name != "posix", reason="Windows protects the profile's folders itself")
def test_a_key_that_others_may_read_is_a_fault(made: CertificateFolder) -> None:
    (made.path / SERVER_KEY).chmod(0o640)
    line = look(made)
    assert line.state is CheckState.BAD
    assert "chmod 600" in str(line.fix)
    assert "certificate replace" in str(line.fix)


def test_a_damaged_key_is_a_fault(made: CertificateFolder) -> None:
    (made.path / SERVER_KEY).write_bytes(b"no key")
    line = look(made)
    assert (line.state, "cannot be used: it is damaged" in str(line.finding)) == (CheckState.BAD, True)
