"""At twice the size on a screen of 1920x1080, which leaves 960x504, nothing of a pane is cut.
`python -m tests.screenshots --check` looks at every scene in four sizes.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget

from tests.screenshots.capture import Variant, find_in_panes
from tests.screenshots.cut_widgets import find_faults

SMALLEST = Variant(QSize(960, 504))


@pytest.mark.parametrize("variant", ["light", "arabic"])
def test_nothing_of_a_pane_is_cut_at_the_smallest_size(
    qapp: QApplication, fonts: tuple[str, ...], variant: str
) -> None:
    assert find_in_panes(qapp, SMALLEST, find_faults, variant) == {}


def test_it_finds_what_is_cut_outside_or_without_a_name(qapp: QApplication, fonts: tuple[str, ...]) -> None:
    window = QWidget()
    window.resize(200, 100)
    texts = QVBoxLayout(window)
    narrow, nameless, far = QLabel("Much too long for it"), QPushButton(), QLabel("Far", window)
    narrow.setFixedWidth(20)
    texts.addWidget(narrow)
    texts.addWidget(nameless)
    far.move(190, 90)
    window.show()
    faults = find_faults(window)
    window.close()
    assert [fault.split()[0] for fault in faults] == ["QLabel", "QLabel", "QPushButton"]
    assert "beyond" in faults[0]
    assert "needs" in faults[1]
    assert "no name" in faults[2]
