"""Code 128 (ISO/IEC 15417): a text as bars, digits two by two where that is shorter."""

from __future__ import annotations

_TABLE = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 "
    "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 "
    "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 "
    "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 "
    "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 "
    "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 "
    "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
)
"""The widths of bars and spaces of each value, in modules, a bar first. The last is the stop."""

_WIDTHS = _TABLE.split()

QUIET_ZONE = 10
"""The modules without ink that a reader needs on both sides."""

_SWITCH_TO_C, _SWITCH_TO_B = 99, 100
_START_B, _START_C, _STOP = 104, 105, 106
_CHECK_MODULUS = 103
_FIRST, _LAST = " ", "~"
_PAIRS_AT_END, _PAIRS_INSIDE = 4, 6
"""So many digits in a row are shorter as pairs: at an end of the text, and inside of it."""


def can_encode(text: str) -> bool:
    """Whether it has printable ASCII only, and something."""
    return bool(text) and all(_FIRST <= char <= _LAST for char in text)


def make_bars(text: str) -> tuple[int, ...]:
    """The widths in modules, first of a bar, then of a space, and so on, without quiet zones.
    ValueError for a text that cannot be encoded.
    """
    return tuple(int(width) for value in encode(text) for width in _WIDTHS[value])


def encode(text: str) -> list[int]:
    """The values from start to stop, with the check value. ValueError as above."""
    if not can_encode(text):
        raise ValueError("Code 128 has printable ASCII only")
    values = _choose_values(text)
    check = (values[0] + sum(place * value for place, value in enumerate(values))) % _CHECK_MODULUS
    return [*values, check, _STOP]


def _choose_values(text: str) -> list[int]:
    """Code B, and Code C for the rows of digits in which it is shorter."""
    values: list[int] = []
    place, in_pairs = 0, False
    while place < len(text):
        digits = _count_digits(text, place)
        if in_pairs or _is_shorter_in_pairs(text, place, digits):
            if not in_pairs and values and digits % 2:
                values.append(ord(text[place]) - ord(_FIRST))
                place += 1
            elif digits >= 2:
                if not in_pairs:
                    values.append(_SWITCH_TO_C if values else _START_C)
                    in_pairs = True
                values.append(int(text[place : place + 2]))
                place += 2
            else:
                values.append(_SWITCH_TO_B)
                in_pairs = False
        else:
            values.extend([] if values else [_START_B])
            values.append(ord(text[place]) - ord(_FIRST))
            place += 1
    return values


def _is_shorter_in_pairs(text: str, place: int, digits: int) -> bool:
    at_end = place == 0 or place + digits == len(text)
    return digits >= (_PAIRS_AT_END if at_end else _PAIRS_INSIDE) or digits == len(text) == 2


def _count_digits(text: str, place: int) -> int:
    end = place
    while end < len(text) and "0" <= text[end] <= "9":
        end += 1
    return end - place
