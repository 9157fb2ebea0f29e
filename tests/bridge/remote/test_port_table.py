"""Every method of every port can be asked over a connection, and each value arrives as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any

import msgspec
import pytest

from bridge.remote.port_table import PortMethod, encode, make_port_table
from service.domain.call_log.calls import CallFilter
from tests.bridge.remote.port_values import maker_of
from ui.backend import Progress
from ui.backend.protocol import Backend, list_ports

METHODS = [method for methods in make_port_table().values() for method in methods.values()]


def refuse_callback(place: int) -> Callable[..., None]:
    raise AssertionError(place)


def plain_form(value: object) -> object:
    """A set given for a Collection arrives as a list."""
    return sorted(value) if isinstance(value, list | frozenset) else value


def test_every_method_of_every_port_is_in_the_table() -> None:
    ports = {field.name for field in fields(Backend)}
    assert make_port_table().keys() == ports
    for name, port in list_ports().items():
        written = {one for one, value in vars(port).items() if callable(value) and not one.startswith("_")}
        assert make_port_table()[name].keys() == written, name


@pytest.mark.parametrize("method", METHODS, ids=lambda method: f"{method.port}.{method.name}")
def test_arguments_arrive_as_they_were(method: PortMethod) -> None:
    random = Random(f"{method.port}.{method.name}")
    for _ in range(30):
        values: list[Any] = [
            False if place in method.callback_types else maker_of(hint)(random)
            for place, hint in enumerate(method.parameter_types)
        ]
        by_position, by_name = method.join_arguments(method.decode_arguments(encode(values)), refuse_callback)
        arrived = [*by_position, *by_name.values()]
        sent = [None if place in method.callback_types else value for place, value in enumerate(values)]
        assert [plain_form(one) for one in arrived] == [plain_form(one) for one in sent]
        encoded, callbacks = method.split_arguments(by_position, by_name)
        assert not callbacks
        assert method.join_arguments(method.decode_arguments(encoded), refuse_callback) == (by_position, by_name)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: f"{method.port}.{method.name}")
def test_answers_arrive_as_they_were(method: PortMethod) -> None:
    random = Random(f"{method.port}.{method.name}")
    for _ in range(30):
        result = maker_of(method.result_type)(random)
        decoded = method.decode_result(encode(result))
        assert (decoded, type(decoded)) == (result, type(result))


def test_functions_stay_with_the_caller_and_get_a_place() -> None:
    search = make_port_table()["calls"]["search"]
    on_progress, on_hits = list[Progress]().append, list[object]().append
    encoded, callbacks = search.split_arguments((1, CallFilter(), "x", 10, on_progress), {"on_hits": on_hits})
    assert callbacks == {4: on_progress, 6: on_hits}
    made: dict[int, Callable[..., None]] = {4: on_progress, 6: on_hits}
    by_position, by_name = search.join_arguments(search.decode_arguments(encoded), made.__getitem__)
    assert by_position == [1, CallFilter(), "x", 10, on_progress]
    assert by_name == {"before": None, "on_hits": on_hits, "part": ""}
    assert search.decode_callback(4, encode((Progress(1, None, 2),))) == (Progress(1, None, 2),)


def test_a_function_that_is_left_out_stays_left_out() -> None:
    search = make_port_table()["calls"]["search"]
    encoded, callbacks = search.split_arguments((1, CallFilter(), "x", 10, print), {})
    assert list(callbacks) == [4]
    assert search.join_arguments(search.decode_arguments(encoded), lambda _: print)[1] == {
        "before": None,
        "on_hits": None,
        "part": "",
    }


def test_what_has_no_answer_is_known() -> None:
    silent = {(method.port, method.name) for method in METHODS if not method.answers}
    assert silent == {("people", "on_pin_wanted"), ("people", "give_up")}


def test_arguments_of_another_type_are_refused() -> None:
    rename = make_port_table()["shops"]["rename"]
    with pytest.raises(msgspec.ValidationError):
        rename.decode_arguments(encode(["1", "name"]))
    with pytest.raises(TypeError):
        rename.split_arguments((1,), {})


def test_arguments_by_name_take_their_places() -> None:
    page = make_port_table()["calls"]["page"]
    encoded, _ = page.split_arguments((1,), {"limit": 200, "which": CallFilter(), "after": (7, 8)})
    assert page.join_arguments(page.decode_arguments(encoded), refuse_callback) == (
        [1, CallFilter(), 200],
        {"before": None, "after": (7, 8)},
    )


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((1, CallFilter()), {}),
        ((1, CallFilter(), 200, None), {}),
        ((1, CallFilter(), 200), {"limit": 100}),
        ((1, CallFilter(), 200), {"below": None}),
        ((), {"limit": 200}),
    ],
)
def test_a_call_that_python_refuses_is_refused(arguments: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        make_port_table()["calls"]["page"].split_arguments(arguments, named)
