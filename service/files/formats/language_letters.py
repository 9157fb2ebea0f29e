"""Scores how much a text reads like a language, to choose one of several encodings.

Letters are listed by frequency. A wrong encoding gives letters of the right script in the wrong
proportions, capitals inside words, or characters that no list has.
"""

from __future__ import annotations

import unicodedata

ARABIC = ("الينموتربدهعسفةقكحىأ", "جشطصخذضزثغظءئؤإآپچگک،؛؟ـ٠١٢٣٤٥٦٧٨٩")
CYRILLIC = ("оеаинтсрвлкмдпуяыьгз", "бчйхжшюцщэфъёіїєґўљњћђџ№")
GREEK = ("αοιετσνηυρπκμλςάίό", "ωγέδθχφβξζψήύώϊϋΐΰ")
TURKISH = ("ıişğüçö", "âîûé°²³®™€–—’“”·×½")
WESTERN = ("éèàáóíñçäöüßêôâúã", "îïûëìòùåæøœõ¿¡°²³®™€–—’“”·×½ªºµ£©«»")
CHINESE = ("的一是不了在有器机油滤清前后左右车灯片刹轮泵盖门轴承皮带火花塞减震总成发动空气调冷却水温感应开关", "")

_FREQUENT, _RARE, _FOREIGN = 1.0, 0.5, -1.0
_INNER_CAPITAL = -0.7


def score_text(text: str, letters: tuple[str, str]) -> float:
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
    if letters is CHINESE:
        return _chinese(char)
    if base != low and before.islower():
        return _INNER_CAPITAL
    if all(each in letters[0] for each in low):
        return _FREQUENT
    return _RARE if all(each in letters[1] for each in low) else _FOREIGN


def _chinese(char: str) -> float:
    if char in CHINESE[0]:
        return _FREQUENT
    if "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uffef":
        return _RARE
    try:
        common = 0xB0 <= char.encode("gb2312")[0] <= 0xD7
    except UnicodeEncodeError:
        return _FOREIGN
    return _RARE if common else -_RARE
