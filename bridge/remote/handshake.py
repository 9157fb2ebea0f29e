"""The first three messages of a connection: both sides prove that they know the token.

The token is in a file that only this user can read. It is never sent, so another program at
the address learns nothing and is detected. These messages are the same in every version, so that
two versions can tell each other that they differ.
"""

from __future__ import annotations

import hmac
import secrets
import time

import msgspec
from msgspec import Struct

from bridge.remote.frames import FrameStream, StreamBroken, make_reader, make_writer
from service.domain.errors import Unavailable
from service.domain.sentences import message

_LIMIT = 4096
_NONCE = 32
_SERVICE, _WINDOW = b"service", b"window"


class Hello(Struct, tag="counterpart-window-1", array_like=True, frozen=True):
    """What a window says first."""

    version: str
    nonce: bytes


class Challenge(Struct, tag="counterpart-service-1", array_like=True, frozen=True):
    """What a service answers: its version, and that it knows the token."""

    version: str
    nonce: bytes
    proof: bytes


class Proof(Struct, tag="proof", array_like=True, frozen=True):
    """The window knows the token too."""

    proof: bytes


class TurnedAway(Unavailable):
    """There is no connection for a reason that stays until somebody does something."""


class MustPairAgain(TurnedAway):
    """The counter was revoked, or another certificate answers."""


class OlderHere(TurnedAway):
    """The service is of a newer version than this counter."""


class StrangerAnswers(TurnedAway):
    """The program that answers does not know the token."""

    def __init__(self) -> None:
        super().__init__(
            message("Another program answers in place of the service. End that program, or restart the computer.")
        )


def make_token() -> bytes:
    return secrets.token_bytes(_NONCE)


def make_proof(token: bytes, side: bytes, *nonces: bytes) -> bytes:
    """Only a process that knows the token can compute this for these two nonces."""
    return hmac.digest(token, b"\0".join((side, *(nonce.hex().encode() for nonce in nonces))), "sha256")


def greet_service(stream: FrameStream, token: bytes, version: str, within: float) -> None:
    """The window's side. Raises StreamBroken, StrangerAnswers, TurnedAway, TimeoutError."""
    nonce = secrets.token_bytes(_NONCE)
    stream.write(_encode(Hello(version, nonce)))
    try:
        challenge = _decode_challenge(stream.read(_LIMIT, within))
    except msgspec.DecodeError:
        raise StrangerAnswers from None
    if not hmac.compare_digest(challenge.proof, make_proof(token, _SERVICE, nonce, challenge.nonce)):
        raise StrangerAnswers
    if challenge.version != version:
        raise TurnedAway.saying(
            "This window is version {window}; the running service is version {service}. Close the window and "
            "open it again. If that does not help, restart the service or the computer.",
            window=version,
            service=challenge.version,
        )
    stream.write(_encode(Proof(make_proof(token, _WINDOW, challenge.nonce, nonce))))


def greet_window(stream: FrameStream, token: bytes, version: str, within: float) -> None:
    """The service's side. Raises StreamBroken, TimeoutError without the token or this version."""
    ends = time.monotonic() + within
    try:
        hello = _decode_hello(stream.read(_LIMIT, ends - time.monotonic()))
        nonce = secrets.token_bytes(_NONCE)
        stream.write(_encode(Challenge(version, nonce, make_proof(token, _SERVICE, hello.nonce, nonce))))
        answer = _decode_proof(stream.read(_LIMIT, ends - time.monotonic()))
    except msgspec.DecodeError as error:
        raise StreamBroken(str(error)) from error
    if hello.version != version or not hmac.compare_digest(
        answer.proof, make_proof(token, _WINDOW, nonce, hello.nonce)
    ):
        raise StreamBroken("a wrong proof")


_encode = make_writer()
_decode_hello = make_reader(Hello)
_decode_challenge = make_reader(Challenge)
_decode_proof = make_reader(Proof)
