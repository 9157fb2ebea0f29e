"""Connects a window to the service of a data folder on this computer."""

from __future__ import annotations

from pathlib import Path

from bridge.remote.endpoint import connect, read_endpoint
from bridge.remote.handshake import greet_service
from bridge.remote.service_client import OnStream, Open


def make_local_opener(folder: Path, version: str) -> Open:
    """What opens a connection. It reads the endpoint each time, as a service that started again has
    another one.
    """

    def open_stream(within: float, on_stream: OnStream) -> None:
        endpoint = read_endpoint(folder)
        stream = connect(endpoint, within)
        on_stream(stream)
        greet_service(stream, endpoint.token, version, within)

    return open_stream
