"""Reads an address from the secret store, with the words for alerts where it is lost."""

from __future__ import annotations

from service.domain.sentences import message
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretReader, SecretsUnavailable


async def read_address(secrets: SecretReader, name: str) -> Secret:
    """The address of that name. Raises SecretsUnavailable, with a sentence that says what to do."""
    try:
        return await secrets.read(name)
    except SecretMissing as error:
        lost = message("The address is not in the secret store of this computer. Remove it and add it again.")
        raise SecretsUnavailable(error.state, lost) from None
