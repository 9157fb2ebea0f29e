"""Who sits before the installed program: finds things by their words, clicks, types, and keeps pictures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from installer.places import BUILD
from installer.toolchain.errors import SetupError
from installer.trial.pictures import shrink
from installer.trial.steps import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from installer.trial.eyes import Eyes, Thing, Words
    from installer.trial.screen import Screen

_BUTTONS: Final = ("push button", "button", "check box", "radio button", "list item", "menu item")
PLACES: Final = BUILD / "trial" / "places.json"
"""Where things were found in the window, for a system whose screen cannot be read."""


class Person:
    """Looks through `eyes` and works with the screen's mouse and keyboard. SetupError for what does not appear."""

    def __init__(self, screen: Screen, eyes: Eyes) -> None:
        self._screen, self._eyes = screen, eyes
        self._places: dict[str, list[tuple[int, int]]] = {}

    def waits_for(self, words: Words, *roles: str) -> Thing:
        """Until it is there."""
        found: list[Thing] = []

        def there() -> bool:
            thing = self._eyes.sees(words, *roles)
            found[:] = [] if thing is None else [thing]
            return bool(found)

        wait_until(f"“{_shown(words)}” is on the screen", there, 30.0)
        return found[0]

    def clicks(self, words: Words, *roles: str) -> None:
        """Once it is there, may be clicked and moves no more."""
        before: list[Thing | None] = [None]

        def rests() -> bool:
            thing = self._eyes.sees(words, *(roles or _BUTTONS))
            same, before[0] = thing is not None and thing.enabled and thing == before[0], thing
            return same

        wait_until(f"“{_shown(words)}” can be clicked", rests, 30.0)
        if before[0] is not None:
            self._remember(words, before[0])
            self._screen.clicks(*before[0].middle)

    def types(self, text: str) -> None:
        """In the place of what the field with the keyboard holds."""
        self._screen.does("key", "ctrl+a")
        self._screen.does("type", "--delay", "8", text)

    def keeps_a_picture(self, file: Path, *, whole: bool = False) -> None:
        """Once nothing moves any more: the window, or the whole screen with its tray; in few colours, as it is flat."""
        self._screen.does("mousemove", "1270", "400")
        self._screen.rests()
        draft = self._screen.picture(file.with_suffix(".draft.png"))
        shrink(draft, file, "" if whole else self._place_of_window())

    def _place_of_window(self) -> str:
        """Without its frame, as ImageMagick writes a place."""
        x, y, width, height = self._window()
        return f"{width}x{height}+{x}+{y}"

    def _window(self) -> tuple[int, int, int, int]:
        return max((thing.at for thing in self._eyes.looks()), key=lambda at: at[2] * at[3])

    def _remember(self, words: Words, thing: Thing) -> None:
        x, y, _, _ = self._window()
        self._places.setdefault(_shown(words), []).append((thing.middle[0] - x, thing.middle[1] - y))
        PLACES.write_text(json.dumps(self._places), encoding="utf-8")


def places_of_last_walk() -> dict[str, list[tuple[int, int]]]:
    """By their words, in the order in which they were clicked; from the corner of the window, in pixels."""
    try:
        found: dict[str, list[tuple[int, int]]] = json.loads(PLACES.read_text(encoding="utf-8"))
    except OSError as missing:
        raise SetupError(
            "The Windows trial clicks where the Linux trial did. Run: python3 dev.py try linux"
        ) from missing
    return found


def _shown(words: Words) -> str:
    return words if isinstance(words, str) else words.pattern
