"""A simulated user of the installed program: finds things by their words, clicks, types, and takes
pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from installer.toolchain.errors import SetupError
from tests.install_trial.trial_checks import LIMIT_S, wait_until
from tests.install_trial.trial_pictures import save_reduced

if TYPE_CHECKING:
    from pathlib import Path

    from tests.install_trial.screen_reader import ScreenElement, TextMatch
    from tests.install_trial.virtual_screen import VirtualScreen

_SOON_S: Final = 20.0
_BUTTONS: Final = ("push button", "button", "check box", "radio button", "list item", "menu item")


class Reader(Protocol):
    """Reads what is on the screen, by the means of its system."""

    def read_elements(self) -> list[ScreenElement]: ...

    def find(self, words: TextMatch, *roles: str) -> ScreenElement | None: ...


class ScreenUser:
    """Looks through `reader` and works with the screen's mouse and keyboard.
    SetupError for what does not appear.
    """

    def __init__(self, screen: VirtualScreen, reader: Reader) -> None:
        self._screen, self._reader = screen, reader

    def wait_for(self, words: TextMatch, *roles: str, limit_s: float = LIMIT_S) -> ScreenElement:
        """Until it is there."""
        found: list[ScreenElement] = []

        def there() -> bool:
            thing = self._reader.find(words, *roles)
            found[:] = [] if thing is None else [thing]
            return bool(found)

        wait_until(f"“{_text_of(words)}” is on the screen", there, limit_s)
        return found[0]

    def click(self, words: TextMatch, *roles: str) -> None:
        """Once it is there, may be clicked and moves no more."""
        before: list[ScreenElement | None] = [None]

        def rests() -> bool:
            thing = self._reader.find(words, *(roles or _BUTTONS))
            same, before[0] = thing is not None and thing.enabled and thing == before[0], thing
            return same

        wait_until(f"“{_text_of(words)}” can be clicked", rests)
        if before[0] is not None:
            self._screen.click(*before[0].click_point)

    def click_at_once(self, words: TextMatch, *roles: str) -> bool:
        """Without waiting for it; whether it was there."""
        thing = self._reader.find(words, *(roles or _BUTTONS))
        if thing is not None:
            self._screen.click(*thing.click_point)
        return thing is not None

    def sees_soon(self, words: TextMatch, *roles: str) -> bool:
        """Whether it is there within some seconds."""
        try:
            wait_until(_text_of(words), lambda: self._reader.find(words, *roles) is not None, _SOON_S)
        except SetupError:
            return False
        return True

    def type_text(self, text: str) -> None:
        """In the place of what the field with the keyboard holds."""
        self._screen.run_xdotool("key", "ctrl+a")
        self._screen.run_xdotool("type", "--delay", "8", text)

    def save_picture(self, file: Path, *, whole: bool = False) -> None:
        """Once nothing moves any more: the window, or the whole screen with its tray;
        in few colours, as it is flat.
        """
        self._screen.run_xdotool("mousemove", "1270", "400")
        self._screen.wait_until_still()
        draft = self._screen.save_picture(file.with_suffix(".draft.png"))
        save_reduced(draft, file, "" if whole else self._window_geometry())

    def _window_geometry(self) -> str:
        """Without its frame, as ImageMagick writes a place."""
        x, y, width, height = self._window()
        return f"{width}x{height}+{x}+{y}"

    def _window(self) -> tuple[int, int, int, int]:
        return max((thing.bounds for thing in self._reader.read_elements()), key=lambda at: at[2] * at[3])


def _text_of(words: TextMatch) -> str:
    return words if isinstance(words, str) else words.pattern
