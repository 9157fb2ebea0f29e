"""SHA256SUMS of everything in dist/, and its signature if there is a key."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Final

from installer.surroundings import run

if TYPE_CHECKING:
    from pathlib import Path

SUMS: Final = "SHA256SUMS"
KEY_VARIABLE: Final = "COUNTERPART_GPG_KEY"
"""The GnuPG key that signs; its secret part is in GnuPG's own folder, never in the project."""


def write_sums(folder: Path) -> Path:
    """Write the sums of the files in a folder, and next to them SHA256SUMS.asc if a key is set."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith(SUMS))
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    sums = folder / SUMS
    sums.write_text("".join(lines), encoding="utf-8")
    signature = sums.with_name(f"{SUMS}.asc")
    signature.unlink(missing_ok=True)
    key = os.environ.get(KEY_VARIABLE)
    if key:
        run(["gpg", "--batch", "--yes", "--local-user", key, "--armor", "--output", signature, "--detach-sign", sums])
    return sums
