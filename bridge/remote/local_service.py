"""Connects a window to the service of a data folder on this computer."""

from __future__ import annotations

from pathlib import Path

from bridge.remote.endpoint import connect, read_endpoint
from bridge.remote.frames import FrameStream
from bridge.remote.handshake import greet_service
from bridge.remote.service_client import Open


def make_local_opener(folder: Path, version: str) -> Open:
    """What opens a connection. It reads the endpoint each time, as a service that started again has
    another one.
    """

    async def open_stream() -> FrameStream:
        endpoint = read_endpoint(folder)
        stream = await connect(endpoint)
        try:
            await greet_service(stream, endpoint.token, version)
        except BaseException:
            stream.close()
            raise
        return stream

    return open_stream
