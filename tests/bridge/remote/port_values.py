"""Random values of the types that the ports use, from a seed."""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from service.domain.sentences import Sentence

_TEXTS = ("", "a", "قطعة", "12", "🔧\n{x}", "A/B\\C", "0")
_NUMBERS = (0, 1, -1, 250, 2**31, 2**53 - 1, -(2**63), 2**70, -(2**70))

Make = Callable[[Random], Any]


@cache
def maker_of(hint: Any) -> Make:  # noqa: ANN401 - any hint of a port
    """Makes values of a type; raises KeyError for a type that no port uses yet."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = tuple(hint)
        return lambda random: random.choice(members)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _maker_of_fields(hint, hint.__struct_fields__)
    if isinstance(hint, type) and is_dataclass(hint):
        return _maker_of_fields(hint, tuple(one.name for one in fields(hint) if one.init))
    return _GENERIC[get_origin(hint)](*get_args(hint))


def _maker_of_fields(kind: type[Any], names: tuple[str, ...]) -> Make:
    hints = get_type_hints(kind)
    makers = {name: maker_of(hints[name]) for name in names}
    return lambda random: kind(**{name: make(random) for name, make in makers.items()})


def _make_sentence(random: Random) -> Sentence:
    gaps: dict[str, str | int | Sentence] = {"x": random.choice(_TEXTS), "n": random.choice(_NUMBERS)}
    return Sentence("{x} {n} {inner}", {**gaps, "inner": Sentence("{x}", {"x": random.choice(_TEXTS)})})


def _make_json(random: Random) -> object:
    """What a row of an upload may hold."""
    return random.choice([None, True, 5, 0.25, "ج", [{"make": "Audi", "year_from": 2001}]])


_PLAIN: dict[Any, Make] = {
    object: _make_json,
    None: lambda _: None,
    type(None): lambda _: None,
    bool: lambda random: random.random() < 0.5,
    int: lambda random: random.choice(_NUMBERS),
    float: lambda random: random.uniform(-1e9, 1e9),
    str: lambda random: random.choice(_TEXTS),
    bytes: lambda random: random.randbytes(random.randrange(4)),
    date: lambda random: date.fromordinal(random.randrange(1, 3_000_000)),
    Path: lambda random: Path(random.choice(("/a b/ج", "x", "."))),
    Sentence: _make_sentence,
}


def _maker_of_tuples(*kinds: Any) -> Make:  # noqa: ANN401 - types
    if kinds[-1:] == (...,):
        make = maker_of(kinds[0])
        return lambda random: tuple(make(random) for _ in range(random.randrange(3)))
    makers = [maker_of(one) for one in kinds]
    return lambda random: tuple(make(random) for make in makers)


def _maker_of_one(*kinds: Any) -> Make:  # noqa: ANN401 - types
    makers = [maker_of(one) for one in kinds]
    return lambda random: random.choice(makers)(random)


def _maker_of_mappings(key: Any, value: Any) -> Make:  # noqa: ANN401 - types
    make_key, make_value = maker_of(key), maker_of(value)
    return lambda random: {make_key(random): make_value(random) for _ in range(random.randrange(3))}


def _maker_of_lists(kind: Any) -> Make:  # noqa: ANN401 - a type
    make = maker_of(kind)
    return lambda random: [make(random) for _ in range(random.randrange(3))]


def _maker_of_sets(kind: Any) -> Make:  # noqa: ANN401 - a type
    make = maker_of(kind)
    return lambda random: frozenset(make(random) for _ in range(random.randrange(3)))


_GENERIC: Mapping[Any, Callable[..., Make]] = {
    tuple: _maker_of_tuples,
    list: _maker_of_lists,
    frozenset: _maker_of_sets,
    Collection: _maker_of_sets,
    dict: _maker_of_mappings,
    Mapping: _maker_of_mappings,
    Union: _maker_of_one,
    types.UnionType: _maker_of_one,
    Literal: lambda *values: lambda random: random.choice(values),
}
