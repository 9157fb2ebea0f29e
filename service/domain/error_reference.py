"""The reference by which support finds a traceback in the program's log."""

from __future__ import annotations

import secrets


def make_error_reference() -> str:
    """Eight hexadecimal digits, upper case."""
    return secrets.token_hex(4).upper()
