"""The operation by which a till gets its key with a one-time code."""

from __future__ import annotations

from service.api.openapi.components import Json, make_content, make_error_ref, make_header_refs, make_json_response
from service.domain.host.pairing import ROUNDS
from service.usecases.issue_key import MAX_NAME

_PIN = "sha256//BknHIv65FApa60RkQwolxaoKfJaut2rOkJUuZMqL024="
_PROOF = "4f1c0e0c4b3c1f1f0a5d7a1e9b1d5d0f6f9f3c2b7c1b8a4e2d6f0e9c8b7a6d5e"
_PAIRED = {
    "key": "cp_live_0123456789ABCDEFGHIJKLMNOPQRST0a1b2c",
    "name": "Till 2",
    "shop": "Sitra Auto Parts",
    "staging": False,
    "pin": _PIN,
    "proof": _PROOF,
}


def build_pairing_paths() -> Json:
    """The path of this operation."""
    ok = make_json_response("Paired", _PAIRED, "The key; it is given this once.")
    return {
        "/v1/pair": {
            "post": {
                "operationId": "pair",
                "tags": ["Service"],
                "summary": "Gives a till its key for a one-time code of the owner; needs no key.",
                "description": "Over TLS, or from this computer. A code works once, for ten minutes and five tries. "
                "Send the code only where the certificate was checked by its pin or file; otherwise send the proof. "
                f"Both proofs are lower-case hex of HMAC-SHA256 with K = PBKDF2-HMAC-SHA256(code, 'counterpart "
                f"pairing ' + pin, {ROUNDS} rounds, 32 bytes), the code in upper case without its dash and the pin "
                "that of the certificate that the till sees: over 'till' in the call, over 'service' in the answer. "
                "An answer whose proof is another one came from somebody else; throw its key away.",
                "security": [],
                "requestBody": {
                    "required": True,
                    "content": make_content("PairRequest", {"name": "Till 2", "proof": _PROOF}),
                },
                "responses": {
                    "200": {**ok, "headers": make_header_refs("X-Request-Id")},
                    **{str(status): make_error_ref(status) for status in (400, 401, 405, 413, 429, 500, 503)},
                },
            }
        }
    }


def make_pairing_schemas() -> Json:
    """The schema of the body."""
    name = {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "description": "The till's name, for the owner."}
    code = {"type": "string", "description": "The code; only where the certificate was checked."}
    proof = {"type": "string", "description": "The till's proof; in place of the code."}
    return {
        "PairRequest": {
            "type": "object",
            "required": ["name"],
            "properties": {"name": name, "code": code, "proof": proof},
            "oneOf": [{"required": ["code"]}, {"required": ["proof"]}],
        }
    }
