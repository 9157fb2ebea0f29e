"""Quantities: whole thousandths ("milli") inside, so that binary rounding never changes stock."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from service.domain.sentences import Sentence, message

MILLI = 1_000
MAX_MILLI = 1_000_000_000 * MILLI
"""At most 1,000,000,000 units (contract §3.2)."""

MAX_DECIMALS = 3
_MAX_DIGITS = 10
_MAX_NUMBER_LENGTH = 400


class QuantityFault(ValueError):
    """Why a number cannot be a quantity; the sentence completes `quantity: …`."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def parse_milli(token: bytes) -> int:
    """The exact thousandths of a JSON number, or a QuantityFault if it cannot be stored."""
    if token.isdigit() and len(token) <= _MAX_DIGITS:
        milli = int(token) * MILLI
        if milli > MAX_MILLI:
            raise QuantityFault(message("must be at most 1000000000"))
        return milli
    if not (token[:1].isdigit() or token[:1] == b"-"):
        raise QuantityFault(message("must be a number of 0 or more"))
    if len(token) > _MAX_NUMBER_LENGTH:
        raise QuantityFault(message("must be written with at most {most} characters", most=_MAX_NUMBER_LENGTH))
    try:
        return convert_decimal(Decimal(token.decode("ascii")))
    except InvalidOperation as error:
        raise QuantityFault(message("must be a number from 0 to 1000000000 with at most 3 decimals")) from error


def convert_decimal(number: Decimal) -> int:
    """The thousandths of a decimal; QuantityFault if negative, too large, or too fine."""
    if not number:
        return 0
    if number.is_signed():
        raise QuantityFault(message("must be a number of 0 or more"))
    if number.adjusted() > _MAX_DIGITS:
        raise QuantityFault(message("must be at most 1000000000"))
    if count_decimals(number) > MAX_DECIMALS:
        raise QuantityFault(message("must have at most 3 decimals"))
    milli = int(number * MILLI)
    if milli > MAX_MILLI:
        raise QuantityFault(message("must be at most 1000000000"))
    return milli


def count_decimals(number: Decimal) -> int:
    """How many decimals a number has without trailing zeros."""
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int):
        raise QuantityFault(message("must be a number of 0 or more"))
    decimals = -exponent
    for digit in reversed(digits):
        if digit:
            break
        decimals -= 1
    return max(decimals, 0)


def convert_milli(milli: int) -> int | Decimal:
    """The JSON number: whole quantities are integers (contract §3.2)."""
    whole, rest = divmod(milli, MILLI)
    return Decimal(format_quantity(milli)) if rest else whole


def format_quantity(milli: int) -> str:
    """Writes `12`, `0.5`, `-3.25`: the shortest exact form."""
    sign = "-" if milli < 0 else ""
    whole, rest = divmod(abs(milli), MILLI)
    return f"{sign}{whole}" + (f".{rest:03d}".rstrip("0") if rest else "")
