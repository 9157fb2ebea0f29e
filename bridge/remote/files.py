"""Files of a further counter travel in pieces, each asked for alone: other requests go on."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import cache, cached_property, partial
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from typing import Any, BinaryIO, Protocol, cast

from bridge.gateway.store_gateway import settle
from bridge.remote.port_table import PortMethod, list_methods
from bridge.system.export_file import write_file
from service.domain.errors import Refused
from service.usecases.edit_item import MAX_CHOSEN_BYTES
from ui.backend.access import Access, needs
from ui.backend.local_file import FileUse

PORT = "files"
PIECE = 32 * 1024
"""Bytes. Other messages wait for the end of a piece, also on a slow line."""
MAX_FILES = 8
"""Of one counter at a time."""
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}")
_NAME = re.compile(rf"[0-9a-f]{{32}}({_ENDING.pattern})?")


class Files(Protocol):
    """A port of the connection. A file is named by 32 hex digits, and its ending where that is a
    usual one. Its own name stays at the window.
    """

    @needs(Access.COUNTER)
    def put(self, file: str, offset: int, piece: bytes) -> Future[None]: ...

    @needs(Access.READ)
    def get(self, file: str, offset: int) -> Future[bytes]:
        """The next piece; empty at the end."""
        ...

    @needs(Access.COUNTER)
    def drop(self, file: str) -> Future[None]: ...


@cache
def file_methods() -> Mapping[str, PortMethod]:
    """The methods of Files by their names."""
    return dict(list_methods(PORT, Files))


class StagedFiles:
    """The service's side: carries out Files in a folder of its own, made for the first one."""

    @cached_property
    def _folder(self) -> Path:
        return Path(mkdtemp(prefix="counterpart-counter-"))

    def find(self, file: str) -> str:
        """The path of a file here. Raises Refused for what is no name of one, and for too many."""
        if not _NAME.fullmatch(file):
            raise Refused.saying("bad_file", "This is no file of the window.")
        path = self._folder / file
        if not path.exists() and len(list(self._folder.iterdir())) >= MAX_FILES:
            raise Refused.saying("too_many", "Too many files at once. Wait until the others are done.")
        return str(path)

    def put(self, file: str, offset: int, piece: bytes) -> Future[None]:
        def write() -> None:
            if not 0 <= offset <= MAX_CHOSEN_BYTES - len(piece):
                raise Refused.saying("too_large", "The file has more than {most} MB.", most=MAX_CHOSEN_BYTES >> 20)
            path = Path(self.find(file))
            with path.open("r+b" if path.exists() else "wb") as out:
                out.seek(offset)
                out.write(piece)

        return _answer(write)

    def get(self, file: str, offset: int) -> Future[bytes]:
        def read() -> bytes:
            with Path(self.find(file)).open("rb") as source:
                source.seek(offset)
                return source.read(PIECE)

        return _answer(read)

    def drop(self, file: str) -> Future[None]:
        return _answer(lambda: Path(self.find(file)).unlink(missing_ok=True))

    def close(self) -> None:
        if "_folder" in vars(self):
            shutil.rmtree(self._folder, ignore_errors=True)


def _answer(work: Callable[[], Any]) -> Future[Any]:
    answer: Future[Any] = Future()
    settle(answer, work)
    return answer


class FileCarrier:
    """The window's side: sends the file before a request, or fetches it after the answer."""

    def __init__(self, forward: Callable[..., Future[Any] | None]) -> None:
        """`forward` calls a method with its arguments."""
        self._forward = forward

    def call(self, path: Path, use: FileUse, request: Callable[[str], Future[Any]]) -> Future[Any]:
        """What the request answers, which gets the name of the file in place of its path."""
        answer: Future[Any] = Future()
        carry = partial(self._carry, path, use, request, answer)
        Thread(target=settle, args=(answer, carry), name="file", daemon=True).start()
        return answer

    def _carry(self, path: Path, use: FileUse, request: Callable[[str], Future[Any]], answer: Future[Any]) -> Any:  # noqa: ANN401 - of any method
        file = secrets.token_hex(16) + (path.suffix if _ENDING.fullmatch(path.suffix) else "")
        try:
            if use is FileUse.READ:
                self._send(path, file)
            asked = request(file)
            answer.add_done_callback(lambda ended: asked.cancel() if ended.cancelled() else None)
            result = asked.result()
            if use is FileUse.WRITTEN:
                write_file(path, lambda out: self._fetch(file, out))
            return result
        finally:
            self._ask("drop", file)

    def _ask(self, name: str, *arguments: object) -> Future[Any]:
        return cast("Future[Any]", self._forward(file_methods()[name], *arguments))

    def _send(self, path: Path, file: str) -> None:
        """An empty file is one piece of no bytes."""
        with path.open("rb") as source:
            for offset in range(0, max(path.stat().st_size, 1), PIECE):
                self._ask("put", file, offset, source.read(PIECE)).result()

    def _fetch(self, file: str, out: BinaryIO) -> int:
        offset = 0
        while piece := self._ask("get", file, offset).result():
            out.write(piece)
            offset += len(piece)
        return offset
