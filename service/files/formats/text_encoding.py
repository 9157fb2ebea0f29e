"""Encodings of text files: recognised from the bytes, never assumed."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import partial
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Final, TextIO

from service.files.file_errors import FileBroken, cannot_read

_ARABIC = ("الينموتربدهعسفةقكحىأ", "جشطصخذضزثغظءئؤإآپچگک،؛؟ـ٠١٢٣٤٥٦٧٨٩")
_CYRILLIC = ("оеаинтсрвлкмдпуяыьгз", "бчйхжшюцщэфъёіїєґўљњћђџ№")
_GREEK = ("αοιετσνηυρπκμλςάίό", "ωγέδθχφβξζψήύώϊϋΐΰ")
_TURKISH = ("ıişğüçö", "âîûé°²³®™€–—’“”·×½")
_WESTERN = ("éèàáóíñçäöüßêôâúã", "îïûëìòùåæøœõ¿¡°²³®™€–—’“”·×½ªºµ£©«»")
_CHINESE = ("的一是不了在有器机油滤清前后左右车灯片刹轮泵盖门轴承皮带火花塞减震总成发动空气调冷却水温感应开关", "")
"""Frequent letters, and rare ones. A wrong encoding gives letters of the right script in the wrong
proportions, capitals inside words, or characters that no list has.
"""

_FREQUENT, _RARE, _FOREIGN = 1.0, 0.5, -1.0
_INNER_CAPITAL = -0.7

_LANGUAGES = {
    "windows-1256": _ARABIC,
    "windows-1252": _WESTERN,
    "windows-1251": _CYRILLIC,
    "windows-1254": _TURKISH,
    "windows-1253": _GREEK,
    "iso-8859-6": _ARABIC,
    "cp720": _ARABIC,
    "cp864": _ARABIC,
    "koi8-r": _CYRILLIC,
    "cp866": _CYRILLIC,
    "cp850": _WESTERN,
    "gb18030": _CHINESE,
}
"""By encoding the letters that it is used for, the likelier one first if two give the same text."""

BYTE_ENCODINGS = tuple(_LANGUAGES)
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", *BYTE_ENCODINGS)
"""The supported encodings, by the names in a Source; each removes a byte order mark."""

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_CHUNK = 1 << 20
_LONGEST_LINE, _BLOCK = 1 << 20, 1 << 16
_SAMPLE = 64 * 1024
_LONGEST_SAMPLE = 4_000
_HIGH_WORD = re.compile(rb"[^\s,;\t|\x22]*[\x80-\xff][^\s,;\t|\x22]*")
_SAMPLE_WORDS = 4
_CLOSE = 0.12
"""Two encodings whose scores differ by less are equally likely."""

_MOST_RIVALS = 2
_ENOUGH, _FEW_ASCII = 0.9, 0.05
_BROKEN_SHARE = 4
_HEAD: Final = 4096
_NAMED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)
_BY_CODEC: Final = {codecs.lookup(name).name: name for name in ENCODINGS}
_ALIKE: Final = {"gbk": "gb18030", "gb2312": "gb18030", "iso8859-1": "windows-1252", "iso8859-9": "windows-1254"}
"""Encodings whose letters the second one has at the same places, by the names of Python."""


def head_text(head: bytes) -> str:
    """The beginning of a text file as text; unreadable characters are replaced."""
    return head.decode(_encoding_of_mark(head) or _encoding_of_zero_bytes(head) or "utf-8", errors="replace")


def guess_encoding(path: Path) -> str:
    """One of ENCODINGS: by its mark, its zero bytes, being UTF-8 to the end, else its script."""
    with path.open("rb") as file:
        head = file.read(_CHUNK)
    return (
        _encoding_of_mark(head)
        or _encoding_of_zero_bytes(head)
        or ("utf-8" if _is_utf8(path) else rank_encodings(high_lines(path))[0])
    )


def _encoding_of_mark(head: bytes) -> str | None:
    return next((name for mark, name in _MARKS if head.startswith(mark)), None)


def _encoding_of_zero_bytes(head: bytes) -> str | None:
    """UTF-16 without its mark: no other text has zero bytes. In the right order of bytes some
    characters are ASCII, as delimiters and line ends are.
    """
    if b"\x00" not in head[:_HEAD]:
        return None
    even = head[: len(head[:_HEAD]) // 2 * 2]
    texts = {name: even.decode(name, errors="replace") for name in ("utf-16-le", "utf-16-be")}
    best = max(texts, key=lambda name: sum(map(str.isascii, texts[name])))
    text = texts[best]
    known = sum(1 for char in text if char in "\t\r\n" or unicodedata.category(char)[0] in "LMNPSZ")
    is_text = known > _ENOUGH * len(text) and sum(map(str.isascii, text)) > _FEW_ASCII * len(text)
    return best if is_text and "\x00" not in text.rstrip("\x00") else None


def _is_utf8(path: Path) -> bool:
    """Whether the whole file is UTF-8, except for a few broken characters among many sound ones."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _mostly_utf8(path)
    return True


def find_broken_lines(path: Path) -> list[int]:
    """The lines of a UTF-8 file with letters of another encoding."""
    return [place for place, is_broken in _judge_lines(path) if is_broken]


def _mostly_utf8(path: Path) -> bool:
    """Whether most lines with letters beyond ASCII are UTF-8: the others are exceptions."""
    counts = Counter(is_broken for _, is_broken in _judge_lines(path))
    return counts[False] > _BROKEN_SHARE * counts[True]


def _judge_lines(path: Path) -> Iterator[tuple[int, bool]]:
    """The lines with letters beyond ASCII, and whether each is no UTF-8."""
    with path.open("rb") as file:
        for place, line in enumerate(iter(partial(file.readline, _LONGEST_LINE), b""), start=1):
            if not line.isascii():
                yield place, "\ufffd" in line.decode("utf-8", errors="replace")


def rank_encodings(sample: bytes) -> tuple[str, ...]:
    """The possible encodings of lines of single or double bytes, by the letters of its language.

    The first reads best; others follow if they read nearly as well, and differently.
    """
    texts = {name: sample.decode(name, errors="replace") for name in _LANGUAGES}
    scores = {name: _score_text(texts[name], letters) for name, letters in _LANGUAGES.items()}
    best = max(scores, key=lambda name: scores[name])
    close = [name for name in scores if scores[best] - scores[name] < _CLOSE and texts[name] != texts[best]]
    return best, *sorted(close, key=lambda name: -scores[name])[:_MOST_RIVALS]


def reads_well(sample: bytes, encoding: str) -> bool:
    """Whether no other encoding reads the letters of lines much better."""
    best = rank_encodings(sample)[0]
    if encoding not in _LANGUAGES or not sample:
        return True
    own, other = (_score_text(sample.decode(name, errors="replace"), _LANGUAGES[name]) for name in (encoding, best))
    return other - own < _CLOSE


def sample_words(sample: bytes, encoding: str) -> str:
    """A few words beyond ASCII, as an encoding reads them."""
    words = _HIGH_WORD.findall(sample)[:_SAMPLE_WORDS]
    return " ".join(word.decode(encoding, errors="replace") for word in words)


def high_lines(path: Path) -> bytes:
    """The lines of a file that have bytes beyond ASCII, up to 64 kB."""
    lines: list[bytes] = []
    size = 0
    with path.open("rb") as file:
        for line in file:
            if not line.isascii():
                lines.append(line[:_LONGEST_SAMPLE])
                size += len(lines[-1])
                if size > _SAMPLE:
                    break
    return b"".join(lines)


def contradicts(path: Path, encoding: str) -> bool:
    """Whether a file that is not plain ASCII shows another encoding than the one that is set."""
    guessed = guess_encoding(path)
    if encoding in BYTE_ENCODINGS:
        return guessed not in BYTE_ENCODINGS and (guessed != "utf-8" or bool(high_lines(path)))
    return guessed != encoding


def open_text(path: Path, encoding: str) -> TextIO:
    """The file as text with its own line ends; FileUnavailable if it cannot be opened."""
    if encoding not in ENCODINGS:
        raise FileBroken.saying(
            "{file}: there is no encoding '{encoding}'. Choose one of {encodings}.",
            file=path.name,
            encoding=encoding,
            encodings=", ".join(ENCODINGS),
        )
    name = "utf-8-sig" if encoding == "utf-8" else encoding
    try:
        return path.open(encoding=name, errors="replace", newline="")
    except OSError as error:
        raise cannot_read(path, error) from error


def lines(file: TextIO, name: str) -> Iterator[str]:
    """A text file's lines with their ends; FileBroken at one that is too long for a text file."""
    return chain.from_iterable(blocks(file, name))


def blocks(file: TextIO, name: str, size: int = _BLOCK) -> Iterator[list[str]]:
    """The same in lists of many lines."""
    rest, is_first = "", True
    while True:
        piece = file.read(size)
        text = rest + piece
        if is_first:
            text, is_first = text.removeprefix("\ufeff"), False
        # Old programs fill up records with zero characters, and end a file with Ctrl-Z.
        if "\x00" in text or "\x1a" in text:
            text = text.replace("\x00", "").replace("\x1a", "")
        found = StringIO(text, newline="").readlines()
        # What ends with CR may go on with LF.
        rest = found.pop() if piece and found and not found[-1].endswith("\n") else ""
        if len(rest) >= _LONGEST_LINE or (
            len(text) >= _LONGEST_LINE and max(map(len, found), default=0) >= _LONGEST_LINE
        ):
            raise FileBroken.saying(
                "{name} holds a line of more than a million characters. Check that it is the export file.",
                name=name,
            )
        if found:
            yield found
        if not piece:
            return


def _score_text(text: str, letters: tuple[str, str]) -> float:
    """From -1 to 1: how well the characters beyond ASCII fit a language; 0 if there are none."""
    total, count = 0.0, 0
    before = " "
    for char in text:
        if char > "\x7f":
            count += 1
            total += _weight(char, before, letters)
        before = char
    return total / count if count else 0.0


def _weight(char: str, before: str, letters: tuple[str, str]) -> float:
    base = unicodedata.normalize("NFKC", char)
    low = base.lower()
    if letters is _CHINESE:
        return _chinese(char)
    if base != low and before.islower():
        return _INNER_CAPITAL
    if all(each in letters[0] for each in low):
        return _FREQUENT
    return _RARE if all(each in letters[1] for each in low) else _FOREIGN


def _chinese(char: str) -> float:
    if char in _CHINESE[0]:
        return _FREQUENT
    if "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uffef":
        return _RARE
    try:
        common = 0xB0 <= char.encode("gb2312")[0] <= 0xD7
    except UnicodeEncodeError:
        return _FOREIGN
    return _RARE if common else -_RARE


def declared_encoding(path: Path) -> str:
    """One of ENCODINGS: Unicode if the bytes prove it, else the document's word, else letters."""
    guessed = guess_encoding(path)
    return (named_encoding(path) or guessed) if guessed in BYTE_ENCODINGS else guessed


def named_encoding(path: Path) -> str | None:
    """The encoding that a document names in its first 4 kB; None if it names none that is read."""
    with path.open("rb") as file:
        match = _NAMED.search(file.read(_HEAD))
    if match is None:
        return None
    try:
        codec = codecs.lookup(match[1].decode("ascii")).name
    except LookupError:
        return None
    return _BY_CODEC.get(_ALIKE.get(codec, codec), _ALIKE.get(codec))
