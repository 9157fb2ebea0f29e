"""Things that a command takes by their id or by their name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from service.domain.catalogue.sku import fold
from service.domain.errors import BadRequest, NotFound

METAVAR = "ID|NAME"
_LARGEST, _DIGITS, _TWO = 2**53, 16, 2


class ReferenceType(click.ParamType[str]):
    """An id or a name, as typed."""

    name = "id or name"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        written = str(value).strip()
        if not written:
            self.fail("Give an id or a name.", param, ctx)
        return written


REFERENCE = ReferenceType()


def find_id(text: str, known: Iterable[tuple[int, str]], *, kind: str, listing: str) -> int:
    """The id of the one that `text` names: by its id first, then by a name, in any case.

    A number that nothing has is returned as it is, for the sentence of what reads it. Raises
    NotFound, and BadRequest where several have the name.
    """
    pairs = list(known)
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else 0
    if any(one == number for one, _name in pairs):
        return number
    named = sorted({one for one, name in pairs if name and fold(name) == fold(text)})
    if len(named) == 1:
        return named[0]
    if named:
        ids, word = _join(named), "both" if len(named) == _TWO else "all"
        raise BadRequest(f"The ids {ids} are {word} named {text}; give the id of the {kind} that you mean.")
    if 0 < number <= _LARGEST:
        return number
    raise NotFound(f"There is no {kind} {text!r} here; `{listing}` shows them.")


def _join(numbers: Sequence[int]) -> str:
    *first, last = (str(one) for one in numbers)
    return f"{', '.join(first)} and {last}"
