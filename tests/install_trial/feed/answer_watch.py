"""Calls an address again and again during an upgrade, and notes which version answers."""

from __future__ import annotations

import http.client
import json
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from types import TracebackType

_CALL_S: Final = 5.0
_PAUSE_S: Final = 0.05


class AnswerWatch:
    """`versions` are those that answered, each once, in the order of their first answer; an answer
    that names none has its status in the place of a version. `silent_s` is the longest time between
    two answers.
    """

    def __init__(self, address: str) -> None:
        self.versions: list[str] = []
        self.silent_s = 0.0
        self._place = urlsplit(address).netloc
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._call_on, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _call_on(self) -> None:
        last = time.monotonic()
        while not self._over.wait(_PAUSE_S):
            version = self._ask()
            if version is not None:
                self.silent_s = max(self.silent_s, time.monotonic() - last)
                last = time.monotonic()
                if self.versions[-1:] != [version]:
                    self.versions.append(version)
        self.silent_s = max(self.silent_s, time.monotonic() - last)

    def _ask(self) -> str | None:
        """What answered; None for nobody."""
        connection = http.client.HTTPConnection(self._place, timeout=_CALL_S)
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        with suppress(ValueError, KeyError, TypeError):
            return str(json.loads(content)["version"])
        return str(answer.status)
