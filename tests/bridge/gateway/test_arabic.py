"""The real backend's answers in the Arabic window: no English except data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from bridge.gateway.pulls_backend import PullsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.pull.pull_choices import PullChoices, SetupChoices
from service.domain.pull.pulls import Run, RunState
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.arabic import is_arabic
from tests.fakes.pull_fixture import PullFixture
from ui.backend.backend_errors import BackendError
from ui.backend.progress import Progress
from ui.i18n import Language, Translations, translate_sentence
from ui.i18n.error_texts import fault_text

WAIT_S = 20
MAPPING = PullChoices(
    columns={"Code": "sku", "Name": "name", "Price": "price_fils", "Qty": "quantity", "On": "active"},
    answers={"repeats": "last"},
)
HEADER = "Code,Name,Price,Qty,On\n"


@pytest.fixture(autouse=True)
def arabic(qapp: QApplication) -> Iterator[None]:
    translations = Translations(qapp)
    translations.use(Language.ARABIC)
    yield
    translations.use(Language.ENGLISH)
    translations.deleteLater()


@pytest.fixture
def room(pulling: PullFixture) -> Iterator[PullsBackend]:
    asking = StoreGateway(lambda: pulling.shop.store, pulling.shop.clock)
    yield PullsBackend(asking, pulling.shop.store.path.parent, FakeSecretStore(), str)
    asking.close()


def run_file(room: PullsBackend, shop: int) -> Run:
    """Reads the file, and returns the run as the history has it."""
    room.run(shop, heard).result(WAIT_S)
    return room.history(shop, None, 1).result(WAIT_S)[0]


def heard(_progress: Progress) -> None:
    return None


def bad(make: Callable[[Path], object]) -> Callable[[Path], Path]:
    """A file `export.csv`, made wrong in one way."""

    def made(folder: Path) -> Path:
        file = folder / "export.csv"
        make(file)
        return file

    return made


@pytest.mark.parametrize("made", [
    bad(lambda file: file.mkdir()),
    bad(lambda file: file.write_bytes(b"")),
    bad(lambda file: file.write_bytes(b"%PDF-1.7")),
    bad(lambda file: file.write_bytes(b"PK\x03\x04 cut off")),
    bad(lambda file: file.write_bytes(b"<html><table></table>")),
    bad(lambda file: file.write_text('[{"a": 1}, 5]')),
    bad(lambda file: file.write_text("\n\n\n")),
    bad(lambda file: file.write_text(HEADER + '"A,Pad\n' * 3)),
])  # fmt: skip
def test_a_file_that_cannot_be_read(
    room: PullsBackend, pulling: PullFixture, tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    setup = SetupChoices(str(made(tmp_path)), choices=MAPPING)
    shop = pulling.shop.shop.id
    for answer in (room.recognise(shop, SetupChoices(setup.path)), room.preview(shop, setup), room.save(shop, setup)):
        with pytest.raises(BackendError) as raised:
            answer.result(WAIT_S)
        assert is_arabic(fault_text(raised.value)), fault_text(raised.value)
        assert is_arabic(translate_sentence(raised.value.sentence)), translate_sentence(raised.value.sentence)


def test_rows_that_are_rejected_or_noted_as_they_come_back_from_the_database(
    room: PullsBackend, pulling: PullFixture, tmp_path: Path
) -> None:
    rows = (
        "A,Pad,1,5,yes", "a,Pad,x,-1,maybe", "5E+12,Disc,1,1,1", ",Nameless,1,1,1", "B,,1,1,1",
        f"{'C' * 61},Long,1,1,1",
        "D,Dear,99999999999999999,1,1", "E,Much,1,99999999999,1", "F,Wide,1,1,1,too,many", "Grand Total,,,8,",
    )  # fmt: skip
    file = tmp_path / "export.csv"
    file.write_text(HEADER + "\n".join(rows))
    shop = pulling.shop.shop.id
    setup = SetupChoices(str(file), choices=MAPPING)
    preview = room.preview(shop, setup).result(WAIT_S)
    for row in preview.rows:
        assert all(is_arabic(translate_sentence(text)) for text in (row.fault, *row.notes) if text)
    room.save(shop, setup).result(WAIT_S)
    run = run_file(room, shop)
    assert (run.state, run.counts.rejected > 5, run.counts.noted > 0) == (RunState.DONE, True, True)
    for fault in room.faults(shop, run.id, 100).result(WAIT_S):
        assert is_arabic(translate_sentence(fault.text)), translate_sentence(fault.text)


def test_a_run_that_is_held_back_fails_or_is_taken_back(
    room: PullsBackend, pulling: PullFixture, tmp_path: Path
) -> None:
    file = tmp_path / "export.csv"
    file.write_text(HEADER + "".join(f"A{n},Pad,1,5,1\n" for n in range(9)))
    shop = pulling.shop.shop.id
    setup = SetupChoices(str(file), choices=MAPPING)
    room.save(shop, setup).result(WAIT_S)
    first = run_file(room, shop)
    file.write_text(HEADER + "".join(f"A{n},Pad,9,0,1\n" for n in range(3)))
    emptied = run_file(room, shop)
    file.write_text(HEADER + "".join(f"A{n},Pad,9,0,1\n" for n in range(9)))
    held = run_file(room, shop)
    for run in (emptied, held):
        assert run.held is not None
        assert is_arabic(translate_sentence(run.held.reason)), translate_sentence(run.held.reason)
    file.unlink()
    failed = run_file(room, shop)
    assert failed.state is RunState.FAILED
    assert failed.fault is not None
    assert is_arabic(translate_sentence(failed.fault)), translate_sentence(failed.fault)
    pulling.shop.clock.advance(60_000)
    pulling.shop.upload({"sku": "A1", "name": "Other"})
    room.undo(shop, first.id).result(WAIT_S)
    undone = room.history(shop, first.id + 1, 1).result(WAIT_S)[0]
    assert undone.fault is not None
    assert is_arabic(translate_sentence(undone.fault)), translate_sentence(undone.fault)
    left = [fault for fault in room.faults(shop, first.id, 100).result(WAIT_S) if not fault.rejected]
    assert left
    assert all(is_arabic(translate_sentence(fault.text)) for fault in left)
    with pytest.raises(BackendError) as raised:
        room.undo(shop, first.id).result(WAIT_S)
    assert is_arabic(fault_text(raised.value)), fault_text(raised.value)
