"""Lines that a person copies into a terminal: each word as the computer's own shell takes it."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from bridge.paths import data_folder


def quote_word(word: str) -> str:
    """A word, in quotation marks where it needs them."""
    return shlex.quote(word) if os.name == "posix" else subprocess.list2cmdline([word])


def data_dir_option(folder: Path) -> str:
    """What names a data folder at the end of a line, led by a space; empty for the usual one."""
    return "" if folder == data_folder(None, {}) else f" --data-dir {quote_word(str(folder))}"
