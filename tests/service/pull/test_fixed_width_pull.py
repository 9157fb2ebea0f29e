"""A fixed-width text from the set-up to the nightly run."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.errors import BadRequest
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, RunState
from service.pull.inspect_file import inspect_file
from service.pull.plans import choices_of
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture

ROW = "{:<10}{:<20}{:>9}{:>7}\n"
LIST = ROW.format("SKU", "NAME", "PRICE", "QTY") + "".join(
    ROW.format(f"A{number}", f"Pad {number}", f"{number}.250", number) for number in range(10, 40)
)


def test_it_is_asked_once_remembered_and_checked_each_night(shop: ShopFixture, tmp_path: Path) -> None:
    pulling = PullFixture(shop, tmp_path)
    path = tmp_path / "list.prn"
    path.write_text(LIST, encoding="utf-8")
    setup = PullSetup(str(path), "")
    found = inspect_file(setup, PullChoices(), ("Main",))
    assert [question.key for question in found.questions] == ["widths"]
    assert found.lines[0] == LIST.splitlines()[0]
    answer = found.questions[0].readings[0].answer
    assert found.plan is not None
    assert pulling.run(PullSetup(str(path), found.plan)).state is RunState.FAILED
    chosen = inspect_file(setup, found.choices.with_answer("widths", answer), ("Main",))
    assert chosen.questions == ()
    assert chosen.plan is not None
    assert choices_of(chosen.plan).form.breaks == tuple(map(int, answer.split(",")))
    assert pulling.run(PullSetup(str(path), chosen.plan)).counts.saved == 30
    names, *rows = LIST.splitlines()
    moved = "".join(f"{row[:6]}            {row[6:]}\n" for row in rows)
    path.write_text(f"{names}\n{moved}", encoding="utf-8")
    held = pulling.run(PullSetup(str(path), chosen.plan))
    assert held.state is RunState.NEEDS_APPROVAL
    assert held.held is not None
    assert "30 of 30 rows have no price" in str(held.held.reason)
    with pytest.raises(BadRequest, match="does not say where columns begin"):
        inspect_file(setup, PullChoices(answers={"widths": "9,8"}), ("Main",))
