"""Texts that are cut, and code that is painted in Arabic lines."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter

from ui.i18n.bidi import isolate_name, ltr
from ui.theme import Theme, Type
from ui.widgets import RowPainter
from ui.widgets.painting import elide

FIRST, POP = "\u2068", "\u2069"


@pytest.mark.parametrize(
    ("text", "around"),
    [
        (f"خطأ منا، المرجع {ltr('7K2F91AC-7K2F91AC')}", (FIRST, f"{POP}…{POP}")),
        (f"{isolate_name('Brake pad')} · {isolate_name('Oil filter of Land Cruiser')}", (FIRST, f"{POP}…")),
        (isolate_name("فحمات بريك أمامية، لاندكروزر، مع حساس"), (FIRST, f"…{POP}")),
        ("Front brake pads of Land Cruiser", (FIRST, f"…{POP}")),
    ],
    ids=["a Latin end of Arabic words", "names alone", "one name", "Latin words"],
)
def test_the_dots_are_at_the_end_of_what_is_cut(theme: Theme, text: str, around: tuple[str, str]) -> None:
    """In an Arabic line they were before the last word, and a list of names ran backwards."""
    metrics = QFontMetrics(theme.font(Type.BODY))
    cut = elide(metrics, text, metrics.horizontalAdvance(text) - 30)
    assert cut.startswith(around[0])
    assert not cut.startswith(2 * FIRST)
    assert cut.endswith(around[1])
    assert cut.count(POP) == sum(character in "\u2066\u2067\u2068" for character in cut), "each is closed"


class _Code(RowPainter):
    """Paints a row as code."""

    def paint_row(self, painter: QPainter, rect: QRect, row: str, *, rtl: bool) -> None:
        self.text(painter, rect, row, Type.MONO, self.theme.tokens.text, end=False, rtl=rtl)


def test_code_in_a_list_runs_from_left_to_right_in_arabic(theme: Theme) -> None:
    def paint(text: str) -> QImage:
        image = QImage(QSize(240, 30), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        _Code(theme, 30).paint_row(painter, QRect(0, 0, 240, 30), text, rtl=True)
        painter.end()
        return image

    assert paint("90915-YZZD4") == paint(ltr("90915-YZZD4"))
