"""The examples of docs/webhooks.md, run unchanged, with real signatures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.domain.times import SystemClock
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import SecretPair
from tests.programs import program

PAGE = Path(__file__).resolve().parents[3] / "docs" / "webhooks.md"
BODY = '{"id":"evt_1","name_ar":"فلتر زيت","quantity":2.5}'
SECRET, NEXT = make_secret(), make_secret()

PYTHON = """
import json, sys
for case in json.load(sys.stdin):
    given = case["secret"], case["headers"], case["body"].encode()
    print(json.dumps([signature_is_right(*given), webhook_is_right(*given)]))
"""
PHP = """
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    $given = [$case['secret'], $case['headers'], $case['body']];
    echo json_encode([signature_is_right(...$given), webhook_is_right(...$given)]), "\\n";
}
"""
NODE = """
for (const { secret, headers, body } of JSON.parse(require("node:fs").readFileSync(0, "utf8"))) {
  const given = [secret, headers, Buffer.from(body)];
  console.log(JSON.stringify([signatureIsRight(...given), webhookIsRight(...given)]));
}
"""
LANGUAGES: dict[str, tuple[str, str, Callable[[], list[str]]]] = {
    "python": (PYTHON, ".py", lambda: [sys.executable, "-W", "error"]),
    "php": (PHP, ".php", lambda: [program("php"), "-d", "error_reporting=-1", "-d", "display_errors=stderr"]),
    "javascript": (NODE, ".js", lambda: [program("node")]),
}


def example(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def cases() -> Iterator[tuple[dict[str, object], list[bool]]]:
    now = SystemClock().now()

    def headers(at: int = now, pair: SecretPair | None = None) -> dict[str, str]:
        pair = pair or SecretPair(SECRET)
        return make_delivery_headers(pair, delivery_id="dlv_1", event="order.placed", body=BODY.encode(), at=at)

    def case(given: dict[str, str], body: str = BODY, secret: str = SECRET.text) -> dict[str, object]:
        return {"secret": secret, "headers": given, "body": body}

    yield case(headers()), [True, True]
    yield case(headers(now - 290_000)), [True, True]
    yield case(headers(now - 310_000)), [True, False]
    yield case(headers(now + 310_000)), [True, False]
    yield case(headers(), BODY.replace("2.5", "3.5")), [False, False]
    yield case(headers(), BODY + "\n"), [False, False]
    yield case(headers(), secret=NEXT.text), [False, False]
    yield case(headers(pair=SecretPair(SECRET, NEXT))), [True, True]
    yield case(headers(pair=SecretPair(SECRET, NEXT)), secret=NEXT.text), [False, True]
    yield case({}), [False, False]
    yield case({**headers(), "webhook-timestamp": "soon"}), [True, False]
    yield case({**headers(), "x-service-signature": "é"}), [False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_tells_genuine_from_forged(language: str, tmp_path: Path) -> None:
    driver, suffix, command = LANGUAGES[language]
    script = tmp_path / f"example{suffix}"
    script.write_text(example(language) + driver, encoding="utf-8")
    given, wanted = zip(*cases(), strict=True)
    done = subprocess.run(
        [*command(), str(script)], input=json.dumps(given).encode(), capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert [json.loads(line) for line in done.stdout.splitlines()] == list(wanted)
