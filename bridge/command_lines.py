"""Command lines for a person to copy: each word quoted for the computer's own shell."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from bridge.paths import data_folder


def quote_word(word: str) -> str:
    """A word, in quotation marks if it needs them."""
    return shlex.quote(word) if os.name == "posix" else subprocess.list2cmdline([word])


def data_dir_option(folder: Path) -> str:
    """The `--data-dir` option for the end of a line, with a leading space; empty for the default
    folder.
    """
    return "" if folder == data_folder(None, {}) else f" --data-dir {quote_word(str(folder))}"
