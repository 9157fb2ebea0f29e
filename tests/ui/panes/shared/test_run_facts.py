"""The rows of a run in words."""

from __future__ import annotations

import pytest

from service.domain.pull.pulls import RunRow
from service.domain.sentences import message
from ui.panes.shared.run_facts import fault_columns

pytestmark = pytest.mark.usefixtures("qapp")


def test_what_an_undo_left_has_no_line_and_names_fields_as_the_window_does() -> None:
    left = RunRow(
        0,
        "A",
        message("Changed since, and stays: {what}.", what=message("{field}", field="price_fils")),
        rejected=False,
    )
    line, *_, noticed = (column.text(left) for column in fault_columns())
    assert (line, noticed) == ("\u2014", "Changed since, and stays: Shop price.")


def test_a_row_of_the_file_has_its_line() -> None:
    assert fault_columns()[0].text(RunRow(88, "A", message("The SKU is empty."), rejected=True)) == "88"
