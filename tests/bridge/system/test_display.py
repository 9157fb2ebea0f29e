"""A display counts only when it answers."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bridge.system.display import has_display

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")


@pytest.fixture
def sockets(tmp_path: Path) -> Iterator[Path]:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X7"))
        server.listen()
        yield tmp_path


@pytest.mark.parametrize("name", [":7", ":7.0", "unix:7", "box/unix:7"])
def test_an_x_server_is_found_at_its_socket(sockets: Path, name: str) -> None:
    assert has_display({"DISPLAY": name}, sockets)


@pytest.mark.parametrize("name", [":8", "", "nothing", ":", ":99999999", "[::1]:8"])
def test_a_display_that_nobody_answers_at_is_none(sockets: Path, name: str) -> None:
    assert not has_display({"DISPLAY": name}, sockets)


def test_a_socket_file_without_its_server_is_none(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X7"))
    assert not has_display({"DISPLAY": ":7"}, tmp_path)


def test_a_display_of_another_computer_is_asked_on_its_port(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        number = server.getsockname()[1] - 6000
        assert has_display({"DISPLAY": f"localhost:{number}.0"}, tmp_path)
        assert has_display({"DISPLAY": f"127.0.0.1:{number}"}, tmp_path)


def test_wayland_counts_too(sockets: Path) -> None:
    assert has_display({"WAYLAND_DISPLAY": "X7", "XDG_RUNTIME_DIR": str(sockets)}, sockets)
    assert has_display({"WAYLAND_DISPLAY": str(sockets / "X7")}, sockets)
    assert has_display({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":7"}, sockets)
    assert not has_display({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(sockets)}, sockets)
