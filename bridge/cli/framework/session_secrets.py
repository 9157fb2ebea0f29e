"""The secret store of a session's data folder."""

from __future__ import annotations

from bridge.cli.framework.cli_session import Session
from service.domain.webhooks.webhook_secrets import SecretStore


def open_secrets(session: Session) -> SecretStore:
    """The secret store of this computer: the keyring, or the encrypted file."""
    from bridge.secrets.chosen_store import open_secret_store  # noqa: PLC0415 - the keyring takes a while to load

    return open_secret_store(session.folder, session.environment)
