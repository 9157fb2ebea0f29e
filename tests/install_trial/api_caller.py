"""Calls to the installed service, like those of a point of sale."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, cast

from installer.toolchain.errors import SetupError

_LIMIT_S: Final = 20.0
_AGAIN_S: Final = 1.0
"""A till sends again what a busy service refused with 503."""
_DIRECT: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclass(frozen=True, slots=True)
class ApiCaller:
    """One key at one address."""

    address: str
    key: str = ""

    def get(self, path: str) -> dict[str, object]:
        """The answer as JSON. OSError where nobody answers or the status is no 2xx."""
        return self._call(urllib.request.Request(f"{self.address}{path}"))  # noqa: S310 - a loopback address of ours

    def post(self, path: str, body: object) -> dict[str, object]:
        """The answer to that JSON. OSError as above."""
        data = json.dumps(body).encode()
        return self._call(urllib.request.Request(f"{self.address}{path}", data))  # noqa: S310

    def is_up(self) -> bool:
        """Whether the service answers."""
        try:
            return self.get("/health").get("status") == "ok"
        except OSError:
            return False

    def require_free_address(self) -> None:
        """SetupError where somebody answers there already: what is tried would call that one."""
        if self.is_up():
            raise SetupError(f"Another Counterpart answers at {self.address}. End it, then run this again.")

    def upload(self, sku: str) -> dict[str, object]:
        """Send one item."""
        return self.post("/v1/items", {"items": [{"sku": sku, "name": f"Brake pad {sku}", "quantity": 4}]})

    def skus(self) -> set[str]:
        """Every SKU that the service holds, up to 500."""
        return set(cast("dict[str, object]", self.get("/v1/items?limit=500")["items"]))

    def _call(self, request: urllib.request.Request) -> dict[str, object]:
        if self.key:
            request.add_header("Authorization", f"Bearer {self.key}")
        end = time.monotonic() + _LIMIT_S
        while True:
            try:
                with _DIRECT.open(request, timeout=_LIMIT_S) as answer:
                    return cast("dict[str, object]", json.loads(answer.read()))
            except urllib.error.HTTPError as busy:
                if busy.code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > end:
                    raise
                time.sleep(_AGAIN_S)
