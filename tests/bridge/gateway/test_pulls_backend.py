"""The pull's backend over a real store: recognise, run, store and undo for the pane."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import pytest

from bridge.gateway.pulls_backend import PullsBackend, pull_state
from bridge.gateway.store_gateway import StoreGateway
from bridge.system.network_names import find_host_name
from service.domain.actors import TIME
from service.domain.export_table import TableWords
from service.domain.pull.pull_choices import VAT_PERCENT, FileForm, PullChoices, SetupChoices
from service.domain.pull.pulls import NOT_CONFIRMED, MissingRule, PlaceAccess, Run, RunState
from service.domain.webhooks.webhook_secrets import Secret
from service.pull.context import PullRequest, lock_shop
from service.pull.run_pull import run_pull
from service.pull.spool import BATCH
from service.store import pulls
from service.store.shops import set_read_only
from service.usecases.edit_settings import change_setting
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.arabic import is_arabic
from tests.fakes.certificates import make_server_context
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import WAIT_S
from tests.fakes.web_server import PASSWORD, USER, WebFile, serve_file
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.pulls_port import Pulls
from ui.i18n.bidi import strip_marks
from ui.i18n.language import open_arabic

T = TypeVar("T")
HEADER = ("Part No", "Description", "Retail", "Cost", "Main", "Sitra", "Fits")
ROWS = [
    ("00123", "Pad", "1.10", "0.5", "4", "1", "Toyota Corolla 2014-2019"),
    ("00124", "Disc", "2.20", "0.9", "-1", "2", "Toyota Camry 2018"),
    ("", "no code", "1", "1", "1", "1", ""),
]
COLUMNS = {"Part No": "sku", "Description": "name", "Retail": "price_fils", "Main": "quantity", "Sitra": "quantity"}
MAPPING = PullChoices(columns=COLUMNS, branches={"Main": "Main", "Sitra": "Sitra"})


@pytest.fixture
def room(pulling: PullFixture) -> Iterator[Pulls]:
    asking = StoreGateway(lambda: pulling.shop.store, pulling.shop.clock)
    yield PullsBackend(asking, pulling.shop.store.path.parent, FakeSecretStore(), open_arabic())
    asking.close()


@pytest.fixture
def file(pulling: PullFixture) -> Path:
    return pulling.file(*ROWS, header=HEADER)


def got(answer: Future[T]) -> T:
    return answer.result(WAIT_S)


def keep(room: Pulls, shop: int, setup: SetupChoices) -> None:
    got(room.save(shop, setup))


def fault(answer: Future[Any]) -> BackendError:
    with pytest.raises(BackendError) as raised:
        answer.result(WAIT_S)
    return raised.value


def run_file(room: Pulls, shop: int, *, even_if_unchanged: bool = False) -> Run:
    """Reads the file, and returns the run as the history has it."""
    got(room.run(shop, heard, even_if_unchanged=even_if_unchanged))
    return newest(room, shop)


def newest(room: Pulls, shop: int) -> Run:
    return got(room.history(shop, None, 1))[0]


def heard(_progress: Progress) -> None:
    return None


def shop_of(pulling: PullFixture) -> int:
    return pulling.shop.shop.id


def test_recognising_shows_columns_samples_and_what_is_on_offer(room: Pulls, pulling: PullFixture, file: Path) -> None:
    found = got(room.recognise(shop_of(pulling), SetupChoices(str(file))))
    assert (str(found.file), found.size, found.form) == (
        str(file), file.stat().st_size, FileForm("delimited", "utf-8", ",", None, 1),
    )  # fmt: skip
    assert found.columns[0].samples == ("00123", "00124")
    assert found.fit_offer == ("Fits",)
    assert ("Retail", "price_fils") in (found.choices.columns or {}).items()
    assert found.choices.decimal_comma is None
    assert "Cost columns are left out: Cost." in map(str, found.remarks)
    assert [column.sure for column in found.columns] == [True] * 6 + [False]


def test_a_preview_is_the_file_under_the_owners_mapping(room: Pulls, pulling: PullFixture, file: Path) -> None:
    mapping = replace(MAPPING, vat_percent=VAT_PERCENT, fit_as_offered=True)
    found = got(room.preview(shop_of(pulling), SetupChoices(str(file), choices=mapping)))
    assert found.choices == mapping
    first, further, second = found.rows[:3]
    assert first.texts == {
        "sku": "00123", "name": "Pad", "price_fils": "1.000", "quantity": "4", "branch": "Main",
        "fit": "Toyota Corolla 2014-2019",
    }  # fmt: skip
    assert (further.line, further.texts["branch"]) == (2, "Sitra")
    assert "below zero" in str(second.notes[0])
    assert str(found.rows[-1].fault) == "sku: is blank"
    nothing = got(
        room.preview(shop_of(pulling), SetupChoices(str(file), choices=PullChoices(columns={"Description": "name"})))
    )
    assert nothing.rows == ()
    assert str(nothing.remarks[0]).startswith("No column was recognised as the part number")


def test_a_set_up_is_kept_as_it_was_given_and_forgotten(room: Pulls, pulling: PullFixture, file: Path) -> None:
    shop = shop_of(pulling)
    assert got(room.state(shop)).setup is None
    mapping = replace(MAPPING, form=FileForm(encoding="utf-8"), decimal_comma=False, fixed={"category": "Brakes"})
    setup = SetupChoices(str(file), 210, None, mapping, MissingRule.INACTIVE)
    keep(room, shop, setup)
    state = got(room.state(shop))
    assert (state.on, state.setup, state.last) == (True, setup, None)
    assert state.next_at is not None
    assert got(room.state(pulling.shop.paired().shop.id)).setup is None
    got(room.forget(shop))
    assert (got(room.state(shop)).on, got(room.state(shop)).setup) == (False, None)


def test_runs_history_faults_and_taking_back(room: Pulls, pulling: PullFixture, file: Path) -> None:
    shop = shop_of(pulling)
    assert fault(room.run(shop, heard)).code is ErrorCode.NOT_FOUND
    keep(room, shop, SetupChoices(str(file), choices=MAPPING))
    seen: list[Progress] = []
    got(room.run(shop, seen.append))
    run, counts = newest(room, shop), newest(room, shop).counts
    assert (run.state, counts.created, counts.rejected, counts.noted, run.by_hand, run.can_undo) == (
        RunState.DONE, 2, 1, 1, True, True,
    )  # fmt: skip
    assert seen[-1] == Progress(counts.read, counts.read)
    assert [(row.line, row.rejected) for row in got(room.faults(shop, run.id, 10))] == [(3, False), (4, True)]
    assert run_file(room, shop).state is RunState.UNCHANGED
    assert run_file(room, shop, even_if_unchanged=True).counts.unchanged == 4
    assert [one.id for one in got(room.history(shop, None, 2))] == [3, 2]
    assert [one.id for one in got(room.history(shop, 2, 5))] == [1]
    got(room.undo(shop, run.id))
    assert got(room.history(shop, 2, 1))[0].state is RunState.UNDONE
    assert pulling.shop.count("items") == 0
    assert pulling.shop.read(lambda db: pull_state(db, shop)).last == got(room.history(shop, None, 1))[0]


def test_a_file_that_stays_the_same_for_nights_is_said(room: Pulls, pulling: PullFixture, file: Path) -> None:
    shop, setup = shop_of(pulling), SetupChoices(str(file), choices=MAPPING)
    keep(room, shop, setup)
    run_file(room, shop)
    stored = pulling.shop.read(lambda db: pulls.find_source(db, shop))
    assert stored is not None
    assert stored.computer == find_host_name(), "where the path is"
    assert stored is not None
    said = []
    for _ in range(3):
        run_pull(pulling.context, shop, PullRequest(stored.setup, TIME))
        said.append(got(room.state(shop)).same_file)
    assert [sentence is None for sentence in said] == [True, True, False]
    pulling.shop.write(lambda tx: change_setting(tx, "same_file_nights", "4"))
    assert got(room.state(shop)).same_file is None


def test_a_file_that_is_read_once_leaves_the_set_up_as_it_is(room: Pulls, pulling: PullFixture, file: Path) -> None:
    shop, setup = shop_of(pulling), SetupChoices(str(file), choices=MAPPING)
    keep(room, shop, setup)
    before = got(room.state(shop))
    other = file.with_name("stocktake.csv")
    other.write_bytes(file.read_bytes())
    once = replace(setup, path=str(other), missing=MissingRule.ZERO)
    got(room.run(shop, heard, once=once))
    held = newest(room, shop).held
    assert held is not None
    assert str(held.reason) == str(NOT_CONFIRMED)
    got(room.confirm(shop, once))
    got(room.run(shop, heard, once=once, even_if_unchanged=True))
    assert (newest(room, shop).counts.created, Path(newest(room, shop).file).name) == (2, "stocktake.csv")
    after = got(room.state(shop))
    assert (after.on, after.setup, after.next_at) == (before.on, before.setup, before.next_at)


def test_the_first_file_without_a_branch_that_the_set_up_saw_waits(room: Pulls, pulling: PullFixture) -> None:
    header, rows = ("SKU", "Quantity", "Branch"), [("A", 1, "Main"), ("B", 2, "Riffa")]
    path = pulling.file(*rows, header=header)
    choices = PullChoices(answers={"branch-names": "yes"})
    keep(room, shop_of(pulling), SetupChoices(str(path), choices=choices))
    pulling.file(rows[0], header=header)
    held = run_file(room, shop_of(pulling)).held
    assert held is not None
    assert "no longer names the branches Riffa" in str(held.reason)


def test_a_held_file_waits_with_its_difference(room: Pulls, pulling: PullFixture) -> None:
    shop, path = shop_of(pulling), pulling.file(*rows_of(4))
    setup = SetupChoices(str(path))
    keep(room, shop, setup)
    got(room.run(shop, heard))
    pulling.file(*rows_of(4, quantity=0))
    look = got(room.dry_run(shop, setup, heard))
    assert (look.run.id, look.run.state, pulling.shop.item_json("P000001")["quantity"]) == (
        0,
        RunState.NEEDS_APPROVAL,
        5,
    )
    held = run_file(room, shop)
    assert held.held is not None
    assert (held.state, held.held.zeroed, held.held.rows_before) == (RunState.NEEDS_APPROVAL, 4, 4)
    got(room.approve(shop, held.id, heard))
    assert newest(room, shop).counts.updated == 4
    assert pulling.shop.item_json("P000001")["quantity"] == 0


def test_a_dry_look_writes_nothing_and_tells_its_first_faults(room: Pulls, pulling: PullFixture, file: Path) -> None:
    look = got(room.dry_run(shop_of(pulling), SetupChoices(str(file), choices=MAPPING), heard))
    assert (look.run.counts.created, look.run.counts.rejected, [row.line for row in look.rows]) == (2, 1, [3, 4])
    assert (pulling.shop.count("items"), pulling.shop.count("pull_runs")) == (0, 0)


def test_a_rehearsal_says_what_a_confirmed_run_would_do(room: Pulls, pulling: PullFixture, file: Path) -> None:
    """It said of each new set-up that the file would be held, as nobody had confirmed it."""
    look = got(room.dry_run(shop_of(pulling), SetupChoices(str(file), choices=MAPPING), heard))
    assert (look.run.state, look.run.held) == (RunState.DONE, None)


def test_the_sheet_says_what_a_missing_part_means(room: Pulls, pulling: PullFixture, file: Path) -> None:
    setup = SetupChoices(str(file), choices=MAPPING, missing=MissingRule.ZERO)
    sheet = got(room.preview(shop_of(pulling), setup)).sheet
    said = next(str(one.text) for one in sheet.assumptions if one.key == "missing")
    assert said == "A part that the file lacks has 0 in stock from then on."


def test_a_file_is_read_as_the_last_one_of_its_name(
    room: Pulls, pulling: PullFixture, file: Path, tmp_path: Path
) -> None:
    shop = shop_of(pulling)
    keep(room, shop, SetupChoices(str(file), choices=replace(MAPPING, vat_percent=VAT_PERCENT)))
    run_file(room, shop)
    later = tmp_path / "later" / file.name
    later.parent.mkdir()
    later.write_bytes(file.read_bytes())
    assert got(room.recognise(shop, SetupChoices(str(later)))).vat_percent == VAT_PERCENT
    assert got(room.preview(shop, SetupChoices(str(later)))).vat_percent == 0
    assert got(room.recognise(pulling.shop.paired().shop.id, SetupChoices(str(later)))).vat_percent == 0
    later.write_text("Code,Name,Price\nA-1,Pad,1.500\n")
    assert got(room.recognise(shop, SetupChoices(str(later)))).vat_percent == 0, "it has other columns"
    pulling.shop.write(lambda tx: tx.update("UPDATE pull_runs SET plan = '{'", ()))
    assert got(room.recognise(shop, SetupChoices(str(file)))).vat_percent == 0, "its plan cannot be read"


def test_a_folders_newest_file_is_found(room: Pulls, pulling: PullFixture, file: Path) -> None:
    shop = shop_of(pulling)
    found = got(room.recognise(shop, SetupChoices(str(file.parent), pattern="STOCK*.csv")))
    assert found.file == file
    assert got(room.recognise(shop, SetupChoices(str(file), pattern=""))).file == file, "no pattern"
    absent = room.recognise(shop, SetupChoices(str(file.parent), pattern="price*.csv"))
    assert fault(absent).code is ErrorCode.FILE_NOT_READABLE
    keep(room, shop, SetupChoices(str(file.parent), pattern="*.csv", choices=MAPPING))
    state = got(room.state(shop))
    assert state.setup is not None
    assert state.setup.pattern == "*.csv"
    assert run_file(room, shop).file == "stock.csv"


def test_faults_of_a_file_have_a_code_and_a_sentence(room: Pulls, pulling: PullFixture, tmp_path: Path) -> None:
    shop = shop_of(pulling)
    assert fault(room.recognise(shop, SetupChoices(str(tmp_path / "away.csv")))).code is ErrorCode.FILE_NOT_FOUND
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    told = fault(room.recognise(shop, SetupChoices(str(tmp_path / "a.pdf"))))
    assert (told.code, "is a PDF document" in told.message) == (ErrorCode.FILE_NOT_READABLE, True)
    odd = pulling.file(("Pad", "1"), header=("What", "How much"))
    assert "part number" in fault(room.save(shop, SetupChoices(str(odd)))).message


def test_a_read_only_shop_and_a_run_under_way_are_told(room: Pulls, pulling: PullFixture, file: Path) -> None:
    shop = shop_of(pulling)
    keep(room, shop, SetupChoices(str(file), choices=MAPPING))
    with lock_shop(pulling.context.access, shop):
        assert "is running" in fault(room.run(shop, heard)).message
    pulling.shop.write(lambda tx: set_read_only(tx, shop, on=True))
    assert fault(room.run(shop, heard)).code is ErrorCode.READ_ONLY
    assert fault(room.dry_run(shop, SetupChoices(str(file), choices=MAPPING), heard)).code is ErrorCode.READ_ONLY


def test_cancelling_stops_between_two_batches(room: Pulls, pulling: PullFixture) -> None:
    shop = shop_of(pulling)
    keep(room, shop, SetupChoices(str(pulling.file(*rows_of(8 * BATCH)))))
    going, gone = Event(), Event()

    def hear(progress: Progress) -> None:
        if progress.total is not None and progress.done >= BATCH:
            going.set()
            gone.wait(WAIT_S)

    answer = room.run(shop, hear)
    assert going.wait(WAIT_S)
    assert answer.cancel()
    gone.set()
    with pytest.raises(CancelledError):
        answer.result(WAIT_S)
    while (run := got(room.history(shop, None, 1))[0]).state is RunState.RUNNING:
        continue
    assert (run.state, run.counts.created, run.can_undo) == (RunState.FAILED, BATCH, True)
    assert pulling.shop.count("items") == BATCH


def test_exported_rows_are_safe_in_a_spreadsheet(room: Pulls, pulling: PullFixture, tmp_path: Path) -> None:
    shop = shop_of(pulling)
    path = pulling.file(*[(f"=cmd|A{number}", "n", "1.50", "-1") for number in range(1, 1_501)])
    keep(room, shop, SetupChoices(str(path)))
    run = run_file(room, shop)
    target = tmp_path / "rows.csv"
    assert got(room.export_faults(shop, run.id, str(target), TableWords())) == 1_500
    cells = list(csv.reader(target.read_text(encoding="utf-8-sig").splitlines()))
    assert cells[0] == ["line", "sku", "result", "reason"]
    assert cells[1500][:3] == ["1501", "'=cmd|A1500", "noted"]
    told = fault(room.export_faults(shop, run.id, str(tmp_path / "away" / "rows.csv"), TableWords()))
    assert told.code is ErrorCode.FILE_NOT_WRITABLE


def test_exported_rows_are_in_the_words_of_the_window(room: Pulls, pulling: PullFixture, tmp_path: Path) -> None:
    shop = shop_of(pulling)
    keep(room, shop, SetupChoices(str(pulling.file(("A-1", "n", "1.50", "-1"), ("", "no code", "1", "1")))))
    run = run_file(room, shop)
    target = tmp_path / "rows.csv"
    words = TableWords({"result": "النتيجة"}, {"result": {"rejected": "مرفوض", "noted": "حُفظ"}}, rtl=True)
    assert got(room.export_faults(shop, run.id, str(target), words)) == 2
    header, *rows = csv.reader(target.read_text(encoding="utf-8-sig").splitlines())
    assert header == ["line", "sku", "النتيجة", "reason"]
    assert [row[2] for row in rows] == ["حُفظ", "مرفوض"]
    assert all(is_arabic(strip_marks(row[3]).replace("-1", "")) for row in rows)


def test_nothing_of_one_shop_is_another_shops(room: Pulls, pulling: PullFixture, file: Path, tmp_path: Path) -> None:
    shop, other = shop_of(pulling), pulling.shop.paired().shop.id
    keep(room, shop, SetupChoices(str(file), choices=MAPPING))
    run = run_file(room, shop)
    assert got(room.history(other, None, 10)) == ()
    for answer in (
        room.undo(other, run.id),
        room.faults(other, run.id, 10),
        room.approve(other, run.id, heard),
        room.export_faults(other, run.id, str(tmp_path / "x.csv"), TableWords()),
        room.run(other, heard),
    ):
        assert fault(answer).code is ErrorCode.NOT_FOUND
    assert not (tmp_path / "x.csv").exists()


class TestPlaces:
    """A file at an address, from the first try to the run."""

    def test_it_is_tried_saved_and_run(self, room: Pulls, pulling: PullFixture) -> None:
        with serve_file(WebFile(password=PASSWORD)) as web:
            typed = SetupChoices(f"http://{USER}@127.0.0.1:{web.port}/stock.csv", watch=True)
            trial = room.try_place(pulling.shop.shop.id, typed, Secret(PASSWORD)).result(10)
            assert (trial.file, trial.size, trial.unknown) == ("stock.csv", len(web.content), None)
            asked = len(web.asked)
            look = room.preview(pulling.shop.shop.id, trial.setup).result(10)
            assert (str(look.file), look.has_sku, len(web.asked)) == ("stock.csv", True, asked)
            room.save(pulling.shop.shop.id, replace(trial.setup, choices=look.choices)).result(10)
            stored = room.state(pulling.shop.shop.id).result(10).setup
            assert stored is not None
            assert (stored.watch, (stored.access.secret_name or "")[:6]) == (True, "place-")
            room.run(pulling.shop.shop.id, heard).result(20)
            assert pulling.runs()[0].counts.created == 1
            # Without a new password the stored one is used, but for this server only.
            again = room.try_place(pulling.shop.shop.id, stored, None).result(10)
            assert again.file == "stock.csv"
            moved = replace(stored, path=f"http://{USER}@127.0.0.1:9/stock.csv")
            with pytest.raises(BackendError, match="not in the secret store"):
                room.try_place(pulling.shop.shop.id, moved, None).result(10)

    def test_an_unknown_server_is_asked_about(self, room: Pulls, pulling: PullFixture, tmp_path: Path) -> None:
        with serve_file(WebFile(), make_server_context(tmp_path / "tls")) as web:
            typed = SetupChoices(f"https://localhost:{web.port}/stock.csv")
            trial = room.try_place(pulling.shop.shop.id, typed, None).result(10)
            assert trial.unknown is not None
            assert trial.fingerprint.startswith("SHA256:")
            confirmed = replace(typed, access=PlaceAccess(trust=trial.fingerprint))
            assert room.try_place(pulling.shop.shop.id, confirmed, None).result(10).file == "stock.csv"

    def test_a_wrong_address_is_one_sentence(self, room: Pulls, pulling: PullFixture) -> None:
        with pytest.raises(BackendError, match="has a password in it"):
            room.try_place(pulling.shop.shop.id, SetupChoices("https://a:b@shop.example/x.csv"), None).result(10)
