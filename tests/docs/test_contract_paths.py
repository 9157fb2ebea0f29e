"""docs/contract.md names every path of the interface with its method."""

from __future__ import annotations

import json
import re

import pytest

from tests.docs.prose import PAGES

OPERATIONS = [
    f"{method.upper()} {path}"
    for path, methods in json.loads((PAGES / "openapi.json").read_text("utf-8"))["paths"].items()
    for method in methods
    if method in {"get", "post", "put", "patch", "delete"}
]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_contract_names_the_operation(operation: str) -> None:
    assert re.search(rf"`{re.escape(operation)}[`?]", (PAGES / "contract.md").read_text("utf-8"))
