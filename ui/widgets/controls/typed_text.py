"""Text as it is typed or pasted into a field of one line: without what nobody can see."""

from __future__ import annotations

import re
import unicodedata

from PySide6.QtWidgets import QLineEdit

from ui.i18n.bidi import strip_marks

_ENDS = "\t\n\v\f\r\x85\u2028\u2029"
_BREAKS = re.compile(f"[{_ENDS}]+")
_WIDTHLESS = str.maketrans("", "", "\u061c\u200b\u2060\ufeff")
"""Further signs without a width: a mark of direction, possible line breaks, a byte order mark."""


def clean_line(text: str) -> str:
    """Tabs and ends of lines become one space, none at the ends of the text. Marks of direction and
    control characters go.
    """
    text = strip_marks(_BREAKS.sub(" ", text.strip(_ENDS))).translate(_WIDTHLESS)
    return text if text.isprintable() else "".join(char for char in text if unicodedata.category(char) != "Cc")


def clean_typed(edit: QLineEdit) -> None:
    """Cleans what somebody types or pastes from now on. A text that the program sets stays as it
    is, such as the path of a file whose name has a mark.
    """

    def clean(text: str) -> None:
        cleaned = clean_line(text)
        if cleaned == text:
            return
        units = text.encode("utf-16-le", "surrogatepass")[: 2 * edit.cursorPosition()]
        before = clean_line(units.decode("utf-16-le", "surrogatepass"))
        edit.setText(cleaned)
        edit.setModified(True)
        edit.setCursorPosition(len(before.encode("utf-16-le", "surrogatepass")) // 2)

    edit.textEdited.connect(clean)
