"""A file of secrets that opens in no time, for tests of what the secrets are for."""

from __future__ import annotations

from pathlib import Path

from bridge.secrets.passphrase_key import SALT
from bridge.secrets.vault_file import VAULT_FILE_NAME, _derive_key, encrypt

_LEAST_COST = bytes((10, 1, 1))


def make_quick_vault(folder: Path, passphrase: str) -> None:
    """Puts an empty file into a folder that has none. Its key costs the least that the program
    takes, and a write leaves the cost as it is; a new file costs each start a tenth of a second.
    """
    path = folder / VAULT_FILE_NAME
    if not path.exists():
        path.write_bytes(encrypt({}, _derive_key(passphrase, _LEAST_COST, bytes(SALT))))
        path.chmod(0o600)
