"""Saves the OpenAPI description as a file that can be attached to a message."""

from __future__ import annotations

import json
from pathlib import Path

from service.api.openapi.description import encode_description
from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason


def save_description(path: Path, address: str) -> None:
    """Writes the description with that address as its server. Raises Unavailable if the file cannot
    be written.
    """
    text = json.dumps(json.loads(encode_description(address)), indent=2, ensure_ascii=False)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise Unavailable(
            message(
                "{path} cannot be written: {reason}. Choose another place.", path=str(path), reason=os_reason(error)
            )
        ) from error
