"""No key and no webhook secret gets into the log, in any spelling (contract §7.1)."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.keys import ALPHABET
from service.domain.redaction import REDACTED, redact, redact_path, redact_text

RANDOM = st.text(ALPHABET, min_size=36, max_size=36)
KEYS = st.builds(str.__add__, st.sampled_from(["cp_live_", "cp_test_"]), RANDOM)
SECRETS = st.builds(lambda raw: "whsec_" + base64.b64encode(raw).decode(), st.binary(min_size=32, max_size=32))
PLANTED = st.one_of(KEYS, SECRETS)
AROUND = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="_"), max_size=20)


def _escaped(text: str, draw: st.DrawFn) -> str:
    """Each character as itself or as a JSON escape of it."""
    spelled = ""
    for char in text:
        if char == "/" and draw(st.booleans()):
            spelled += "\\/"
        elif draw(st.booleans()):
            spelled += draw(st.sampled_from([f"\\u{ord(char):04x}", f"\\u{ord(char):04X}"]))
        else:
            spelled += char
    return spelled


@st.composite
def escaped(draw: st.DrawFn) -> tuple[str, str]:
    secret = draw(PLANTED)
    return secret, _escaped(secret, draw)


@given(PLANTED, AROUND, AROUND)
def test_no_planted_secret_survives(secret: str, before: str, after: str) -> None:
    body = json.dumps({"name": f"{before} {secret} {after}"}, ensure_ascii=False).encode()
    assert secret.encode() not in redact(body)
    assert json.loads(redact(body))["name"].startswith(f"{before} [secret removed]")
    assert secret not in redact_text(before + secret + after)


@given(escaped(), AROUND)
def test_json_escapes_hide_nothing(planted: tuple[str, str], around: str) -> None:
    secret, spelled = planted
    quoted = json.dumps(around)[1:-1]
    body = f'{{"name": "{quoted} {spelled} x"}}'.encode()
    read = json.loads(redact(body))["name"]
    assert secret not in read
    assert secret[-12:] not in read
    assert read == f"{around} [secret removed] x"
    assert redact_text(body.decode()) == redact(body).decode()


@given(SECRETS)
def test_escaped_slashes_alone_hide_nothing(secret: str) -> None:
    spelled = secret.replace("/", "\\/")
    assert redact(f'{{"a": "{spelled}"}}'.encode()) == b'{"a": "' + REDACTED + b'"}'


@given(PLANTED, st.integers(1, 4), st.booleans())
def test_percent_encoding_hides_nothing_however_often_it_is_done(secret: str, times: int, every: bool) -> None:
    spelled = "".join(f"%{ord(char):02X}" for char in secret) if every else secret
    for _ in range(times):
        spelled = quote(spelled, safe="")
    path = redact_path(f"/v1/items?key={spelled}&limit=5")
    for _ in range(times + 1):
        assert secret not in path
        path = unquote(path)
    assert path == "/v1/items?key=[secret removed]&limit=5"


@given(KEYS, st.integers(8, 35))
def test_a_key_cut_short_is_blotted_too(key: str, kept: int) -> None:
    assert redact(key[: 8 + kept].encode()) == REDACTED


@given(st.lists(PLANTED, min_size=2, max_size=5))
def test_every_one_of_several(secrets: list[str]) -> None:
    assert redact(" ".join(secrets).encode()) == b" ".join([REDACTED] * len(secrets))


@pytest.mark.parametrize(
    "text",
    [
        "cp_live_Ab3d",
        "cp_live_",
        "whsec_",
        "cp_liver_aaaaaaaaaaaa",
        "P-1",
        "a\\u0041b",
        "%41%zz%",
        "\\n cp_live_Ab3d-Ef4g",
    ],
)
def test_what_is_no_secret_stays_byte_for_byte(text: str) -> None:
    assert redact(text.encode()) == text.encode()
    assert redact_text(text) == text
    assert redact_path(f"/v1/{text}") == f"/v1/{text}"


def test_a_text_that_is_no_unicode_is_redacted_too() -> None:
    assert redact_text("\ud800 cp_live_Ab3dEf4gHj5k") == "\ud800 [secret removed]"


@given(st.text())
def test_any_path_can_be_blotted(path: str) -> None:
    assert redact_path(path) == path
