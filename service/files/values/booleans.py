"""Words for yes and no in shop files."""

from __future__ import annotations

from service.files.folding import fold_text

_YES = "true yes y 1 on x active enabled published available visible publish نعم صح نشط فعال مفعل si verdadero activo"
_NO = (
    "false no n 0 off inactive disabled draft archived unpublished hidden discontinued private "
    "لا خطا معطل موقوف inactivo falso"
)
_WORDS = {fold_text(word): True for word in _YES.split()} | {
    fold_text(word): False for word in (*_NO.split(), "غير نشط")
}
_SIGNS = {"✓": True, "✔": True, "-1": False, "✗": False, "✘": False}


def boolean(text: str) -> bool | None:
    """Yes or no, or None when the text is neither."""
    signed = _SIGNS.get(text)
    return signed if signed is not None else _WORDS.get(fold_text(text))
