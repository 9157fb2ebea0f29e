"""Loads Qt without the hook that PySide puts into every later import."""

from __future__ import annotations

import builtins


def load_qt() -> None:
    """Import Qt's first module, and give Python its own import back.

    PySide's hook reads the source of each module that is imported afterwards, to learn whether it
    uses PySide's other spellings of names. No module here does, and the reading makes a start on
    Windows seconds longer.
    """
    plain_import = builtins.__import__
    import PySide6.QtCore  # noqa: F401, PLC0415 - puts the hook in

    builtins.__import__ = plain_import
