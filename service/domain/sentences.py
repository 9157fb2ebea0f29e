"""Sentences that leave the service: English with gaps, which a window can translate.

The template identifies a sentence, as a source text does in Qt's translations: the window looks it
up and fills the same gaps. `str()` gives the English, which goes over the wire and to the command
line. A sentence is stored as JSON; a note that is one reference is stored as bare text.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct


class Sentence(Struct, frozen=True, array_like=True):
    """`template` has a gap `{name}` for each of `gaps`; a gap may hold a sentence of its own."""

    template: str = ""
    gaps: dict[str, str | int | Sentence] = {}

    def __str__(self) -> str:
        return str(self.gaps.get("one", self.template)).format(**self.gaps)

    def __bool__(self) -> bool:
        return bool(self.template)


EMPTY = Sentence()


Gap = str | int | Sentence


def message(template: str, *, one: str = "", **gaps: Gap) -> Sentence:
    """Makes a sentence. `template` is a literal, so that tests.translations finds it; `n` is the
    number of a counted one, and `one` its English where that is 1.
    """
    return Sentence(template, {**gaps, "one": one} if one and gaps.get("n") == 1 else gaps)


def verbatim(text: str) -> Sentence:
    """Makes a sentence of text that is data: a name, or words of the system."""
    return Sentence("{text}", {"text": text})


def to_sentence(message: str | Sentence) -> Sentence:
    """The sentence itself; bare text becomes a sentence without gaps."""
    if isinstance(message, Sentence):
        return message
    return verbatim(message) if message else EMPTY


def join_sentences(sentences: Sequence[Sentence], between: str = "; ") -> Sentence:
    if len(sentences) == 1:
        return sentences[0]
    template = between.join(f"{{s{place}}}" for place in range(len(sentences)))
    return Sentence(template, {f"s{place}": sentence for place, sentence in enumerate(sentences)})


def prefix_field(field: str, fault: Sentence) -> Sentence:
    """`price_fils: must be an integer of 0 or more` (contract §3)."""
    return message("{field}: {fault}", field=field, fault=fault)


def name_fields(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    """The sentence with the name of a field in place of its code: "Shop price", `price_fils`."""
    gaps = dict(sentence.gaps)
    for name, gap in gaps.items():
        if isinstance(gap, Sentence):
            gaps[name] = name_fields(gap, names)
        elif name == "field":
            gaps[name] = names.get(str(gap), gap)
    return Sentence(sentence.template, gaps)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Sentence).decode


def encode_sentence(sentence: Sentence) -> str:
    """A sentence for the store; `replace_unencodable` treats what cannot be text in a gap."""
    try:
        return _encode(sentence).decode()
    except UnicodeEncodeError:
        return _encode(_replace_in_sentence(sentence)).decode()


def replace_unencodable(text: str) -> str:
    """Puts `?` for what UTF-8 cannot encode: bytes of a file name or a header that are no text."""
    return text.encode("utf-8", "replace").decode()


def _replace_in_sentence(sentence: Sentence) -> Sentence:
    gaps = {
        name: _replace_in_sentence(gap)
        if isinstance(gap, Sentence)
        else replace_unencodable(gap)
        if isinstance(gap, str)
        else gap
        for name, gap in sentence.gaps.items()
    }
    return Sentence(sentence.template, gaps)


def decode_sentence(text: str) -> Sentence:
    """Decodes a stored sentence, or bare text."""
    if text.startswith('["'):
        try:
            return _decode(text)
        except msgspec.DecodeError:
            return verbatim(text)
    return to_sentence(text)


_OS_REASONS = {
    errno.ENOENT: message("No such file or directory"),
    errno.EACCES: message("Permission denied"),
    errno.EPERM: message("Operation not permitted"),
    errno.EEXIST: message("File exists"),
    errno.ENOTDIR: message("Not a directory"),
    errno.EISDIR: message("Is a directory"),
    errno.ENOSPC: message("No space left on device"),
    errno.EROFS: message("Read-only file system"),
    errno.EIO: message("Input/output error"),
    errno.EBUSY: message("Device or resource busy"),
    errno.ENODEV: message("No such device"),
    errno.EFBIG: message("File too large"),
    errno.ENAMETOOLONG: message("File name too long"),
    errno.EMFILE: message("Too many open files"),
    errno.EADDRINUSE: message("Address already in use"),
    errno.EADDRNOTAVAIL: message("Cannot assign requested address"),
    errno.ECONNREFUSED: message("Connection refused"),
    errno.ECONNRESET: message("Connection reset by peer"),
    errno.EHOSTUNREACH: message("No route to host"),
    errno.ENETUNREACH: message("Network is unreachable"),
    errno.ETIMEDOUT: message("Connection timed out"),
}


def os_reason(error: BaseException) -> Sentence:
    """The system's own words for an operating system error."""
    if not isinstance(error, OSError):
        return verbatim(str(error))
    if error.errno in _OS_REASONS:
        return _OS_REASONS[error.errno]
    return verbatim(error.strerror or str(error) or "timed out")
