"""What can be asked over a connection, read from the type hints of the ports of `ui.backend`.

A port that gets another method needs no line here: its hints say how arguments and answer are
encoded. An argument that is a function stays with the caller. The other side gets a function that
sends each call back.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import cache, cached_property
from pathlib import Path
from types import GenericAlias
from typing import Any, get_args, get_origin, get_type_hints

from bridge.remote.frames import make_reader, make_writer
from ui.backend.access import Access, access_of
from ui.backend.local_file import FileUse
from ui.backend.protocol import list_ports


def _encode_other(value: object) -> str:
    if isinstance(value, Path):
        return str(value)
    raise NotImplementedError(type(value))


def _decode_other(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str):
        return Path(value)
    if kind is object:
        return value
    raise NotImplementedError(kind)


encode = make_writer(_encode_other)


class PortMethod:
    """`answers`: it returns something to wait for; `only_reads`: it changes nothing."""

    def __init__(self, port: str, name: str, function: Callable[..., object]) -> None:
        self.port = port
        self.name = name
        hints = get_type_hints(function)
        answer = hints.pop("return")
        self.answers = get_origin(answer) is Future
        self.only_reads = access_of(function) is Access.READ
        self.result_type: Any = get_args(answer)[0] if self.answers else None
        self.parameter_types: tuple[Any, ...] = tuple(hints.values())
        self.parameter_names = tuple(hints)
        self.files = {
            place: use
            for place, hint in enumerate(get_type_hints(function, include_extras=True).values())
            for use in getattr(hint, "__metadata__", ())
            if isinstance(use, FileUse)
        }
        """Arguments that name a file of the window's computer, by their place."""
        signature = inspect.signature(function)
        parameters = list(signature.parameters.values())[1:]
        self._signature = signature.replace(parameters=parameters)
        self._keyword_only = tuple(one.name for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY)
        self._defaults = [one.default for one in parameters]
        self._places = {one.name: place for place, one in enumerate(parameters)}
        self._required = sum(default is inspect.Parameter.empty for default in self._defaults)
        self._most_by_place = len(parameters) - len(self._keyword_only)
        self.callback_types = {
            place: found
            for place, hint in enumerate(self.parameter_types)
            if (found := find_callback(hint)) is not None
        }

    def split_arguments(
        self, arguments: Sequence[object], named: Mapping[str, object]
    ) -> tuple[bytes, dict[int, Callable[..., None]]]:
        """The encoded arguments, and the functions among them by their place."""
        return self.split_values(self.bind(arguments, named))

    def split_values(self, values: list[Any]) -> tuple[bytes, dict[int, Callable[..., None]]]:
        """The same for the values of all parameters in their order."""
        if not self.callback_types:
            return encode(values), {}
        callbacks = {place: values[place] for place in self.callback_types if values[place] is not None}
        for place in self.callback_types:
            values[place] = place in callbacks
        return encode(values), callbacks

    def bind(self, arguments: Sequence[object], named: Mapping[str, object]) -> list[Any]:
        """The values of all parameters in their order. Raises TypeError.

        `inspect` does the same, and takes longer than all other work on a request.
        """
        given = len(arguments)
        if self._required <= given <= self._most_by_place:
            values: list[Any] = [*arguments, *self._defaults[given:]]
            for name, value in named.items():
                place = self._places.get(name, -1)
                if place < given:
                    break
                values[place] = value
            else:
                return values
        bound = self._signature.bind(*arguments, **named)
        bound.apply_defaults()
        return [bound.arguments[name] for name in self.parameter_names]

    @cached_property
    def decode_arguments(self) -> Callable[[bytes], tuple[Any, ...]]:
        """All values, of functions whether there is one. Raises msgspec.DecodeError."""
        types = tuple(bool if place in self.callback_types else hint for place, hint in enumerate(self.parameter_types))
        return _make_decoder(_make_tuple_type(types))

    def join_arguments(
        self,
        decoded: Sequence[Any],
        make_callback: Callable[[int], Callable[..., None] | None],
        find_file: Callable[[str], str] | None = None,
    ) -> tuple[list[Any], dict[str, Any]]:
        """Arguments by position and by name; `find_file` gives the path here of a window's file."""
        values = list(decoded)
        if find_file is not None:
            for place in self.files:
                values[place] = find_file(values[place])
        for place in self.callback_types:
            values[place] = make_callback(place) if values[place] else None
        by_name = dict(zip(self._keyword_only, values[self._most_by_place :], strict=True))
        return values[: self._most_by_place], by_name

    def decode_result(self, encoded: bytes) -> Any:  # noqa: ANN401 - of the type in the hints
        """The answer. Raises msgspec.ValidationError."""
        return self._decode_answer(encoded)

    def decode_callback(self, place: int, encoded: bytes) -> tuple[Any, ...]:
        """The arguments of a function's call. Raises msgspec.ValidationError, KeyError."""
        arguments: tuple[Any, ...] = self._callback_decoders[place](encoded)
        return arguments

    @cached_property
    def _decode_answer(self) -> Callable[[bytes], Any]:
        return _make_decoder(self.result_type)

    @cached_property
    def _callback_decoders(self) -> dict[int, Callable[[bytes], tuple[Any, ...]]]:
        return {place: _make_decoder(_make_tuple_type(types)) for place, types in self.callback_types.items()}


def find_callback(hint: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - any hint
    """The types that a function takes, for a hint of a function, or of a function or None."""
    if get_origin(hint) is Callable:
        return tuple(get_args(hint)[0])
    for part in get_args(hint):
        if get_origin(part) is Callable:
            return tuple(get_args(part)[0])
    return None


def _make_decoder(kind: Any) -> Callable[[bytes], Any]:  # noqa: ANN401 - a type of the hints
    return make_reader(kind, _decode_other)


def _make_tuple_type(kinds: tuple[Any, ...]) -> Any:  # noqa: ANN401 - a type that is made here
    return GenericAlias(tuple, kinds)


@cache
def make_port_table() -> Mapping[str, Mapping[str, PortMethod]]:
    """Every method of every port, by the names of both."""
    return {port: dict(list_methods(port, kind)) for port, kind in list_ports().items()}


def list_methods(port: str, kind: type) -> Iterator[tuple[str, PortMethod]]:
    for name, member in vars(kind).items():
        if inspect.isfunction(member) and not name.startswith("_"):
            yield name, PortMethod(port, name, member)
