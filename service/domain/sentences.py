"""Sentences that leave the service: English with gaps, which a window can say in another language.

The template is what tells one sentence from another, as a source text does in Qt's translations: the window looks it up
and fills the same gaps. `str()` gives the English, which is what goes over the wire and to the command line. A sentence
is stored as JSON; text that was stored before there were templates is shown as it is.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence

import msgspec
from msgspec import Struct


class Sentence(Struct, frozen=True, array_like=True):
    """`template` has a gap `{name}` for each of `gaps`; a gap may hold a sentence of its own."""

    template: str = ""
    gaps: dict[str, str | int | Sentence] = {}

    def __str__(self) -> str:
        return self.template.format(**self.gaps)

    def __bool__(self) -> bool:
        return bool(self.template)


NOTHING = Sentence()
"""Where there is nothing to say."""


def say(template: str, **gaps: str | int | Sentence) -> Sentence:
    """A sentence. `template` is a literal, so that tests.translations finds it; `n` is the number of a counted one."""
    return Sentence(template, gaps)


def verbatim(text: str) -> Sentence:
    """A text that is data: a name, or words of the system."""
    return Sentence("{text}", {"text": text})


def as_sentence(message: str | Sentence) -> Sentence:
    """The same, with bare text taken as it is."""
    if isinstance(message, Sentence):
        return message
    return verbatim(message) if message else NOTHING


def joined(sentences: Sequence[Sentence], between: str = "; ") -> Sentence:
    """Several sentences as one."""
    if len(sentences) == 1:
        return sentences[0]
    template = between.join(f"{{s{place}}}" for place in range(len(sentences)))
    return Sentence(template, {f"s{place}": sentence for place, sentence in enumerate(sentences)})


def of_field(field: str, fault: Sentence) -> Sentence:
    """`price_fils: must be an integer of 0 or more` (CONTRACT.md section 3)."""
    return say("{field}: {fault}", field=field, fault=fault)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Sentence).decode


def to_store(sentence: Sentence) -> str:
    """The text under which a sentence is stored; what is no text in a gap is stored as `storable` has it."""
    try:
        return _encode(sentence).decode()
    except UnicodeEncodeError:
        return _encode(_storable(sentence)).decode()


def storable(text: str) -> str:
    """A text with `?` for what UTF-8 cannot say: bytes that were no text in a file's name or a header."""
    return text.encode("utf-8", "replace").decode()


def _storable(sentence: Sentence) -> Sentence:
    gaps = {
        name: _storable(gap) if isinstance(gap, Sentence) else storable(gap) if isinstance(gap, str) else gap
        for name, gap in sentence.gaps.items()
    }
    return Sentence(sentence.template, gaps)


def from_store(text: str) -> Sentence:
    """What was stored by `to_store`, or as bare text by an earlier version."""
    if text.startswith('["'):
        try:
            return _decode(text)
        except msgspec.DecodeError:
            return verbatim(text)
    return as_sentence(text)


_SYSTEM = {
    errno.ENOENT: say("No such file or directory"),
    errno.EACCES: say("Permission denied"),
    errno.EPERM: say("Operation not permitted"),
    errno.EEXIST: say("File exists"),
    errno.ENOTDIR: say("Not a directory"),
    errno.EISDIR: say("Is a directory"),
    errno.ENOSPC: say("No space left on device"),
    errno.EROFS: say("Read-only file system"),
    errno.EIO: say("Input/output error"),
    errno.EBUSY: say("Device or resource busy"),
    errno.ENODEV: say("No such device"),
    errno.EFBIG: say("File too large"),
    errno.ENAMETOOLONG: say("File name too long"),
    errno.EMFILE: say("Too many open files"),
    errno.EADDRINUSE: say("Address already in use"),
    errno.EADDRNOTAVAIL: say("Cannot assign requested address"),
    errno.ECONNREFUSED: say("Connection refused"),
    errno.ECONNRESET: say("Connection reset by peer"),
    errno.EHOSTUNREACH: say("No route to host"),
    errno.ENETUNREACH: say("Network is unreachable"),
    errno.ETIMEDOUT: say("Connection timed out"),
}


def why(error: BaseException) -> Sentence:
    """What the system says was in the way, in its own words."""
    if not isinstance(error, OSError):
        return verbatim(str(error))
    if error.errno in _SYSTEM:
        return _SYSTEM[error.errno]
    return verbatim(error.strerror or str(error) or "timed out")
