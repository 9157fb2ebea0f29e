"""The files of one export of 1C, read at night."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.pulls import MissingRule, RunState
from service.pull.places.file_state import read_state
from service.pull.places.place_port import NoPlaces
from tests.fakes.exports.commerceml_export import GOODS, OFFERS, write_export
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def pull(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def test_a_night_reads_all_files_and_sees_the_change_of_any(pull: PullFixture) -> None:
    write_export(pull.folder, {"import.xml": GOODS, "offers.xml": OFFERS})
    setup = pull.setup(pull.folder / "import.xml")
    run = pull.run(setup)
    assert (run.state, run.counts.saved) == (RunState.DONE, 3)
    state = read_state(NoPlaces(), setup, pull.shop.clock)
    assert pull.run(setup).state is RunState.UNCHANGED
    (pull.folder / "offers.xml").write_text(
        (pull.folder / "offers.xml").read_text("utf-8").replace("1.50", "1.75"), "utf-8"
    )
    assert read_state(NoPlaces(), setup, pull.shop.clock).mark != state.mark
    assert pull.run(setup).counts.updated == 1
    assert pull.read_everything()["items"][0][4] == 1750  # type: ignore[index]


def test_changes_only_wait_where_missing_parts_lose_their_stock(pull: PullFixture) -> None:
    write_export(pull.folder, {"import.xml": GOODS, "offers.xml": OFFERS})
    setup = pull.setup(pull.folder / "import.xml", missing=MissingRule.ZERO)
    assert pull.run(setup).state is RunState.DONE
    changed = OFFERS.replace("<ПакетПредложений>", '<ПакетПредложений СодержитТолькоИзменения="true">')
    write_export(pull.folder, {"import.xml": GOODS, "offers.xml": changed})
    held = pull.run(setup).held
    assert held is not None
    assert "1C wrote only what has changed" in str(held)


def test_a_night_with_prices_of_another_type_saves_nothing(pull: PullFixture) -> None:
    named = "<ТипыЦен><ТипЦены><Ид>t</Ид><Наименование>Розничная</Наименование></ТипЦены></ТипыЦен>"
    export = {"import.xml": GOODS, "offers.xml": OFFERS.replace("<Предложения>", f"{named}<Предложения>")}
    write_export(pull.folder, export)
    setup = pull.setup(pull.folder / "import.xml")
    assert pull.run(setup).state is RunState.DONE
    other = export["offers.xml"].replace("Розничная", "Оптовая").replace("1.50", "1.20")
    write_export(pull.folder, {"import.xml": GOODS, "offers.xml": other})
    before = pull.read_everything()["items"]
    assert pull.run(setup).state is RunState.FAILED
    assert pull.read_everything()["items"] == before


def test_a_night_with_a_file_of_an_earlier_export_waits_for_an_answer(pull: PullFixture) -> None:
    write_export(pull.folder, {"import0_1.xml": GOODS, "offers0_1.xml": OFFERS})
    setup = pull.setup(pull.folder / "import0_1.xml")
    assert pull.run(setup).state is RunState.DONE
    before = pull.read_everything()["items"]
    stale = OFFERS.replace("1.50", "9.99").replace("a1#x", "a1#y")
    files = {"offers0_2.xml": stale, "import0_1.xml": GOODS, "offers0_1.xml": OFFERS}
    write_export(pull.folder, files, apart_s=7200)
    run = pull.run(setup)
    assert run.state is RunState.FAILED
    assert "offers0_2.xml" in str(run.fault)
    assert pull.read_everything()["items"] == before


def test_an_offer_that_is_deleted_has_left_the_file(pull: PullFixture) -> None:
    write_export(pull.folder, {"import.xml": GOODS, "offers.xml": OFFERS})
    setup = pull.setup(pull.folder / "import.xml", missing=MissingRule.INACTIVE)
    assert pull.run(setup).state is RunState.DONE
    deleted = OFFERS.replace("<Предложение><Ид>a2", '<Предложение Статус="Удален"><Ид>a2')
    write_export(pull.folder, {"import.xml": GOODS, "offers.xml": deleted})
    run = pull.run(setup)
    assert (run.state, run.counts.saved) == (RunState.DONE, 2)
    active = {row[0]: row[5] for row in pull.read_everything()["items"]}  # type: ignore[index]
    assert active == {"A-1": 1, "A-2": 0, "A-3": 1}
