"""The window of the installed program in Wine, as it tells it to a screen reader."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.toolchain.errors import SetupError
from tests.install_trial.screen_reader import DIRECTION_MARKS, ScreenElement, TextMatch, choose_element
from tests.install_trial.windows_screen import sitecustomize

if TYPE_CHECKING:
    from installer.windows.wine_prefix import WinePrefix

_CONNECTS_S: Final = 180.0
_ANSWER_S: Final = 60.0
_SEARCH_PATH: Final = "C:\\trial\nimport site\n"
"""Lets Python import the module that reports."""

_ROLES: Final = {
    "Button": "push button", "CheckBox": "check box", "RadioButton": "radio button", "EditableText": "text",
    "StaticText": "label", "ListItem": "list item", "MenuItem": "menu item",
}  # fmt: skip
"""Qt's names of roles and those of AT-SPI, by which a trial asks for them."""


class ProgramReader:
    """Asks the program that is started after `__init__`."""

    def __init__(self, wine: WinePrefix, version: Path) -> None:
        """`version` is the folder of the installed version, which gets a longer search path."""
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(_CONNECTS_S)
        self._channel: socket.socket | None = None
        folder = wine.prefix / "drive_c" / "trial"
        folder.mkdir()
        shutil.copy(sitecustomize.__file__, folder)
        port = str(self._server.getsockname()[1])
        (folder / sitecustomize.PORT_FILE).write_text(port, encoding="ascii")
        (path_file,) = (version / "runtime").glob("python3*._pth")
        with path_file.open("a", encoding="ascii") as file:
            file.write(_SEARCH_PATH)

    def read_elements(self) -> list[ScreenElement]:
        """All that is in sight, what is on top last. SetupError if the program does not answer."""
        try:
            answer = self._ask()
        except OSError as error:
            raise SetupError(f"The program in Wine does not say what is on its screen: {error}.") from error
        return [
            ScreenElement(
                str(one["text"]).translate(DIRECTION_MARKS), _ROLES.get(one["role"], str(one["role"]).lower()),
                tuple(one["bounds"]), enabled=bool(one["enabled"]), checked=bool(one["checked"]),
            )
            for one in json.loads(answer)
        ]  # fmt: skip

    def find(self, words: TextMatch, *roles: str) -> ScreenElement | None:
        """The thing that says so; of several, the one that came last."""
        return choose_element(self.read_elements(), words, roles)

    def close(self) -> None:
        """Ask no more."""
        if self._channel is not None:
            self._channel.close()
        self._server.close()

    def _ask(self) -> str:
        if self._channel is None:
            self._channel, _ = self._server.accept()
            self._channel.settimeout(_ANSWER_S)
        self._channel.sendall(b"look\n")
        received = b""
        while not received.endswith(b"\n"):
            part = self._channel.recv(65536)
            if not part:
                raise OSError("it has ended")
            received += part
        return received.decode()
