"""Calls an address again and again during an upgrade, and notes which version answers."""

from __future__ import annotations

import http.client
import json
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from types import TracebackType

_CALL_S: Final = 5.0
_PAUSE_S: Final = 0.05
_UPLOAD_S: Final = 1.0


class AnswerWatch:
    """`versions` are those that answered, each once, in the order of their first answer; an answer
    that names none has its status in the place of a version. `silent_s` is the longest time between
    two answers.

    With a key it also uploads an item, at once and then each second: `saved` are those that were
    answered as saved, `faults` all other answers.
    """

    def __init__(self, address: str, key: str = "") -> None:
        self.versions: list[str] = []
        self.silent_s = 0.0
        self.saved: set[str] = set()
        self.faults: list[str] = []
        self._key = key
        self._uploads = 0
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
        uploaded = last - _UPLOAD_S
        while not self._over.wait(_PAUSE_S):
            version = self._ask()
            if version is not None:
                self.silent_s = max(self.silent_s, time.monotonic() - last)
                last = time.monotonic()
                if self.versions[-1:] != [version]:
                    self.versions.append(version)
            if self._key and time.monotonic() - uploaded > _UPLOAD_S:
                uploaded = time.monotonic()
                self._upload()
        self.silent_s = max(self.silent_s, time.monotonic() - last)

    def _ask(self) -> str | None:
        """What answered; None for nobody."""
        answer = self._call("GET", "/health")
        if answer is None:
            return None
        status, content = answer
        with suppress(ValueError, KeyError, TypeError):
            return str(json.loads(content)["version"])
        return str(status)

    def _upload(self) -> None:
        self._uploads += 1
        sku = f"WATCH-{self._uploads}"
        answer = self._call("POST", "/v1/items", json.dumps({"items": [{"sku": sku, "name": sku}]}))
        if answer is None:
            return
        status, content = answer
        with suppress(ValueError, KeyError, TypeError):
            if status == HTTPStatus.OK and json.loads(content)["saved"] == 1:
                self.saved.add(sku)
                return
        self.faults.append(f"{status} {content[:200]!r}")

    def _call(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes] | None:
        """Status and content; None where nobody answers."""
        connection = http.client.HTTPConnection(self._place, timeout=_CALL_S)
        try:
            connection.request(method, path, body, {"Authorization": f"Bearer {self._key}"} if self._key else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
