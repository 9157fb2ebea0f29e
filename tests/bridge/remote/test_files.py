"""Files of a further counter: their bytes travel; nothing else of the service is read."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from bridge.remote.files import MAX_FILES, PIECE, FileCarrier, StagedFiles
from bridge.remote.port_table import make_port_table
from service.domain.catalogue.items import ItemQuery
from service.domain.export_table import TableWords
from service.store.shops import list_shops
from service.usecases.edit_item import MAX_CHOSEN_BYTES
from tests.bridge.remote.counter_stand import Counter, CounterStand
from tests.bridge.remote.served_windows import WAIT_S
from tests.fakes.shop_fixture import ShopFixture
from ui.backend import BackendError
from ui.backend.access import is_at_service_only
from ui.backend.local_file import FileUse
from ui.backend.protocol import list_ports

TOKEN = "0123456789abcdef" * 2


@pytest.fixture
def floor(stand: CounterStand) -> ShopFixture:
    (shop,) = [one for one in stand.store.submit_read(list_shops).result(WAIT_S) if not one.staging]
    return ShopFixture(stand.store, shop, stand.clock)  # type: ignore[arg-type]


@pytest.fixture
def staged() -> Iterator[StagedFiles]:
    made = StagedFiles()
    yield made
    made.close()


def ignore_progress(*_: object) -> None:
    """Nobody looks."""


def test_a_picture_is_chosen_and_a_table_saved_at_the_counter(
    counter: Counter, floor: ShopFixture, tmp_path: Path
) -> None:
    floor.add("A-1")
    image = QImage(500, 500, QImage.Format.Format_ARGB32)
    image.fill(QColor(200, 30, 30))
    chosen = tmp_path / f"a long name{'x' * 200}.picture of the yard"
    assert image.save(str(chosen), "PNG")  # type: ignore[call-overload]
    catalogue = counter.backend.catalogue
    catalogue.set_picture(floor.shop.id, "A-1", str(chosen)).result(WAIT_S)
    assert catalogue.picture(floor.shop.id, "A-1").result(WAIT_S)
    saved = tmp_path / "my parts.csv"
    rows = catalogue.export(floor.shop.id, ItemQuery(), str(saved), TableWords(), ignore_progress).result(WAIT_S)
    assert rows == 1
    assert "A-1" in saved.read_text("utf-8-sig")
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".csv"] == ["my parts.csv"]
    workbook = tmp_path / "PARTS.XLSX"
    catalogue.export(floor.shop.id, ItemQuery(), str(workbook), TableWords(), ignore_progress).result(WAIT_S)
    assert workbook.read_bytes().startswith(b"PK")


def test_the_description_is_saved_at_the_counter(counter: Counter, tmp_path: Path) -> None:
    saved = tmp_path / "openapi.json"
    counter.backend.host.save_description(str(saved)).result(WAIT_S)
    assert json.loads(saved.read_text())["openapi"]


@pytest.mark.parametrize("size", [0, PIECE, 2 * PIECE + 1])
def test_a_file_of_any_number_of_pieces_arrives_whole_both_ways(staged: StagedFiles, tmp_path: Path, size: int) -> None:
    content = random.Random(1).randbytes(size)
    chosen, saved = tmp_path / "chosen", tmp_path / "saved"
    chosen.write_bytes(content)
    names: list[str] = []

    def answer(work: Callable[[str], object]) -> Callable[[str], Future[object]]:
        def request(name: str) -> Future[object]:
            names.append(name)
            done: Future[object] = Future()
            done.set_result(work(staged.find(name)))
            return done

        return request

    carrier = FileCarrier(lambda method, *arguments: getattr(staged, method.name)(*arguments))
    read = carrier.call(chosen, FileUse.READ, answer(lambda path: Path(path).read_bytes()))
    assert read.result(WAIT_S) == content
    carrier.call(saved, FileUse.WRITTEN, answer(lambda path: Path(path).write_bytes(content))).result(WAIT_S)
    assert saved.read_bytes() == content
    assert len(set(names)) == 2
    assert not {"chosen", "saved"} & set(names)


def test_a_file_that_is_not_there_or_cannot_be_written_is_said_with_its_own_path(
    counter: Counter, floor: ShopFixture, tmp_path: Path
) -> None:
    floor.add("A-1")
    with pytest.raises(BackendError, match=r"gone\.png"):
        counter.backend.catalogue.set_picture(floor.shop.id, "A-1", str(tmp_path / "gone.png")).result(WAIT_S)
    with pytest.raises(BackendError, match=str(tmp_path / "nowhere")):
        counter.backend.host.save_description(str(tmp_path / "nowhere" / "x.json")).result(WAIT_S)


def test_what_concerns_the_services_computer_is_done_there(counter: Counter, tmp_path: Path) -> None:
    backend = counter.backend
    for asked in (
        backend.settings.back_up(None, ignore_progress),
        backend.settings.choose_backup_folder(str(tmp_path)),
        backend.settings.inspect("/etc/passwd", None),
        backend.pulls.forget(1),
        backend.host.install_update(),
        backend.network.replace_certificate(),
        backend.people.reset_pin(None),
        backend.people.reset_pin("four words of ours"),
    ):
        with pytest.raises(BackendError, match="done at the computer with the service"):
            asked.result(WAIT_S)


def test_no_path_reaches_a_service_from_another_computer() -> None:
    """Each argument that names a file travels as bytes, or its method is not for counters."""
    open_ones = []
    ports = list_ports()
    for port, methods in make_port_table().items():
        for name, method in methods.items():
            paths = {
                place
                for place, parameter in enumerate(method.parameter_names)
                if parameter in ("path", "folder", "file")
                or "path" in parameter
                or method.parameter_types[place] is Path
            }
            if paths - set(method.files) and not is_at_service_only(getattr(ports[port], name)):
                open_ones.append(f"{port}.{name}")
    assert open_ones == []


@pytest.mark.parametrize(
    "name",
    [
        "x.png", f"{TOKEN}/../x", f"../{TOKEN}", f"{TOKEN}/..", f"{TOKEN}/a", f"{TOKEN}.", "/etc/passwd", "CON",
        f"{TOKEN}:a", f"{TOKEN}.a\n", f"{TOKEN}.a\\b", f"{TOKEN}.a.b",
    ],
)  # fmt: skip
def test_what_names_no_file_of_the_window_is_refused(staged: StagedFiles, name: str) -> None:
    for asked in (staged.put(name, 0, b"x"), staged.get(name, 0), staged.drop(name)):
        with pytest.raises(BackendError, match="no file of the window"):
            asked.result(WAIT_S)


def test_a_counter_sends_few_and_small_files(staged: StagedFiles) -> None:
    with pytest.raises(BackendError, match="more than 20 MB"):
        staged.put(TOKEN, MAX_CHOSEN_BYTES, b"x").result(WAIT_S)
    for number in range(MAX_FILES):
        staged.put(f"{number:032x}.csv", 0, b"x").result(WAIT_S)
    with pytest.raises(BackendError, match="Too many files"):
        staged.put(TOKEN, 0, b"x").result(WAIT_S)
    staged.drop(f"{0:032x}.csv").result(WAIT_S)
    staged.put(TOKEN, 0, b"ab").result(WAIT_S)
    staged.put(TOKEN, 0, b"ab").result(WAIT_S)
    assert staged.get(TOKEN, 1).result(WAIT_S) == b"b"
