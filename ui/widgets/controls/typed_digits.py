"""Numbers, times and dates take the digits of an Arabic keyboard."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QAbstractSpinBox

# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _FieldBase = QAbstractSpinBox
else:
    _FieldBase = object

_ARABIC_POINT = "\u066b"


def to_ascii_digits(text: str) -> str:
    """٣٠ as 30, and the Arabic decimal point as a point; all else stays."""
    if text.isascii():
        return text
    digits = (str(unicodedata.decimal(char, char)) for char in text)
    return "".join(digits).replace(_ARABIC_POINT, ".")


class AnyDigitsMixin(_FieldBase):
    """Qt refuses other digits than those of the field's locale, without a word. Name it before the
    widget's class.
    """

    def validate(self, text: str, at: int, /) -> tuple[QValidator.State, str, int]:
        return super().validate(to_ascii_digits(text), at)
