"""Rules for every line that handles secrets: the system's randomness, comparison in
constant time.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bridge.secrets.passphrase_key import new_parameters
from bridge.secrets.vault_file import NONCE, encrypt, new_key
from service.domain.keys import generate_key
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import new_secret_name

ROOT = Path(__file__).parents[1]
KEY = new_key("three quiet harbours")
SOURCES = sorted(file for folder in ("service", "bridge") for file in (ROOT / folder).rglob("*.py"))
PUBLIC_DIGESTS = ("bridge/updates/contents.py",)
"""Digests of files that everybody has."""

SECRET_NAMES = re.compile(r"(?:^|_)(?:digest|signature|signatures|hmac|mac|passphrase_check|key\.check|header\.check)$")
HARMLESS = re.compile(r"^(?:None|''|\"\")$")


def modules_that_name(words: str) -> Iterator[tuple[Path, ast.Module]]:
    """Those with one of these words anywhere: to parse all of them takes long."""
    for file in SOURCES:
        source = file.read_text(encoding="utf-8")
        if re.search(words, source):
            yield file, ast.parse(source)


def test_no_module_imports_a_generator_that_can_be_guessed() -> None:
    guilty = set()
    for file, tree in modules_that_name("random"):
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == "random" for name in names):
                guilty.add(file.relative_to(ROOT).as_posix())
    assert guilty == set()


def test_no_digest_or_signature_is_compared_with_an_operator() -> None:
    """`==` stops at the first byte that differs, which a caller can measure."""
    guilty = []
    for file, tree in modules_that_name("digest|signature|mac|check"):
        if file.relative_to(ROOT).as_posix() in PUBLIC_DIGESTS:
            continue
        for node in ast.walk(tree):
            if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
                continue
            sides = [ast.unparse(side) for side in (node.left, *node.comparators)]
            if any(SECRET_NAMES.search(side) for side in sides) and not any(HARMLESS.match(side) for side in sides):
                guilty.append(f"{file.relative_to(ROOT).as_posix()}: {ast.unparse(node)}")
    assert guilty == []


COMPARING = {
    "service/store/keys.py": 1,
    "service/domain/webhooks/signing.py": 5,
    "bridge/backups/backup_file.py": 2,
    "bridge/secrets/vault_file.py": 3,
}
"""Where secrets are compared, and how often:
one that is taken out is seen, whatever its sides are called.
"""


@pytest.mark.parametrize("name", list(COMPARING))
def test_what_compares_secrets_does_so_in_constant_time(name: str) -> None:
    calls = [node for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))) if is_comparison(node)]
    assert len(calls) >= COMPARING[name]


def is_comparison(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("hmac.compare_digest", "secrets.compare_digest")


@pytest.mark.parametrize(
    "make",
    [
        lambda: generate_key(staging=False),
        lambda: make_secret().text,
        new_secret_name,
        lambda: new_parameters()[1],
        lambda: encrypt({"name": "secret"}, KEY),
    ],
    ids=["api key", "webhook secret", "name of a secret", "salt", "encrypted file"],
)
def test_none_follows_from_a_seed(make: Callable[[], object]) -> None:
    made = set()
    for _ in range(5):
        random.seed(1)
        made.add(make())
    assert len(made) == 5


def test_no_nonce_of_a_key_comes_twice() -> None:
    """With AES-GCM, two files under one nonce give away what is in both,
    and let a third be forged.
    """
    start = len(KEY.header)
    nonces = {encrypt({"name": "secret"}, KEY)[start : start + NONCE] for _ in range(200)}
    assert len(nonces) == 200
